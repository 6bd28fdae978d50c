--- What a transaction counts: changes of the statistics, and how many tasks became ready.
-- They are gathered while it runs and written once per queue at its end, in the same transaction, so
-- they are durable, replicated, and never drift when it is rolled back.
local schema = require('queue.schema')

local M = {}

local FIELD = {} -- name -> its field in the stat row
for i, name in ipairs(schema.COUNTERS) do FIELD[name] = i + 3 end

local STATE_NAME = {} -- state number -> the counter of that name
for name, number in pairs(schema.STATE) do STATE_NAME[number] = name:lower() end

--- queue -> name -> change. A transaction never yields, so there is only ever one.
local current = {}

--- All fields at once, so that the table never has to grow.
local function no_changes()
    return {
        ready = 0, delayed = 0, taken = 0, blocked = 0, dead = 0,
        put = 0, done = 0, retried = 0, timed_out = 0, released = 0, expired = 0, buried = 0, cancelled = 0,
        --- How many became ready.
        readied = 0,
        --- 1: to be paused, -1: no more, 0: as it was.
        paused = 0,
    }
end

local function of(queue)
    local changes = current[queue]
    if changes == nil then
        changes = no_changes()
        current[queue] = changes
    end
    return changes
end

function M.add(queue, name, n)
    local changes = of(queue)
    changes[name] = changes[name] + (n or 1)
end

function M.enter(queue, state, n)
    M.add(queue, STATE_NAME[state], n)
    if state == schema.STATE.READY then M.add(queue, 'readied', n) end
end

function M.leave(queue, state, n)
    M.add(queue, STATE_NAME[state], -(n or 1))
end

--- The queue is paused, or no more. It begins to exist, if it did not.
function M.pause(queue, paused)
    of(queue).paused = paused and 1 or -1
end

--- Begins anew and returns what was gathered before, for `M.restore` or `M.merge`.
function M.begin()
    local before = current
    current = {}
    return before
end

function M.restore(before)
    current = before
end

--- Adds what was gathered since `begin` to what was before.
function M.merge(before)
    local since = current
    current = before
    for queue, changes in pairs(since) do
        for name, n in pairs(changes) do M.add(queue, name, n) end
    end
end

local function insert_row(queue, wall, changes)
    local row = { queue, wall, changes.paused == 1 }
    for _, name in ipairs(schema.COUNTERS) do row[FIELD[name]] = changes[name] end
    box.space.queue_stat:insert(row)
end

--- Writes everything down at the end of a transaction. Returns queue -> how many tasks became ready.
function M.flush(wall)
    local readied
    for queue, changes in pairs(current) do
        if changes.readied > 0 then
            readied = readied or {}
            readied[queue] = changes.readied
        end
        local ops = { { '=', 2, wall } }
        if changes.paused ~= 0 then table.insert(ops, { '=', 3, changes.paused == 1 }) end
        for _, name in ipairs(schema.COUNTERS) do
            if changes[name] ~= 0 then table.insert(ops, { '+', FIELD[name], changes[name] }) end
        end
        if box.space.queue_stat:update(queue, ops) == nil then insert_row(queue, wall, changes) end
    end
    return readied
end

return M
