--- Whether this node serves: it is writable, and after a start or a promotion its clock and its leases
-- have been set up. A read-only node refuses loudly.
local fiber = require('fiber')
local log = require('log')

local clock = require('queue.clock')
local fail = require('queue.fail')
local limits = require('queue.limits')
local rows = require('queue.rows')
local schema = require('queue.schema')

local M = {}

local serving = false
local served = fiber.cond()
local prepare
local watcher

function M.check()
    if box.info.ro then fail.raise('READ_ONLY', 'this node is read-only; write to the master') end
    if not serving then fail.raise('UNAVAILABLE', 'the queue is being prepared on this node; repeat the call') end
end

--- Whether the clock and the leases are set up, as far as the fiber that watches has noticed.
function M.is_prepared()
    return serving
end

function M.is_serving()
    return serving and not box.info.ro
end

function M.wait_serving()
    while not M.is_serving() do served:wait(1) end
end

--- The last time that was written down by any queue.
local function persisted_time()
    local last = 0
    for _, row in box.space.queue_stat:pairs() do last = math.max(last, tonumber(row[2])) end
    return last
end

local function renew_some(ids, first)
    local _, lease = clock.now()
    box.atomic(function()
        for i = first, math.min(first + limits.moves - 1, #ids) do
            local row = rows.get(ids[i])
            row.time = lease + row.visibility_ms
            rows.update(row)
        end
    end)
end

--- Gives every taken task its whole visibility timeout anew: nobody could renew it meanwhile.
local function renew_leases()
    for _, stat in box.space.queue_stat:pairs() do
        local ids = rows.all(tonumber(stat[1]), schema.STATE.TAKEN)
        for first = 1, #ids, limits.moves do renew_some(ids, first) end
    end
end

local function serve()
    prepare()
    clock.start(persisted_time())
    renew_leases()
    M.on_serve()
    serving = true
    served:broadcast()
end

--- Called before the node begins to serve; the timer puts itself here.
M.on_serve = function() end

local function watch()
    fiber.name('queue_role')
    while true do
        box.ctl.wait_ro()
        serving = false
        box.ctl.wait_rw()
        while not serving do
            local ok, err = pcall(serve)
            if not ok then
                log.error('queue: cannot serve yet: %s', err)
                fiber.sleep(1)
            end
        end
    end
end

--- Serves as soon as the node is writable, and whenever it becomes so; `migrate` runs before.
function M.start(migrate)
    prepare = migrate
    if not box.info.ro then serve() end
    if watcher == nil then watcher = fiber.create(watch) end
end

return M
