-- The yardstick: a plain queue of three indexes and Lua tables, driven inside one process. Frozen: figures of
-- other years are compared with it. `tarantool yardstick.lua <tasks> <batch>` in a directory of its own prints
-- tasks a second as JSON: put, and take and done together. Every batch is a transaction (wal_mode = write).
local clock = require('clock')
local json = require('json')

local tasks, batch = tonumber(arg[1]), tonumber(arg[2])
box.cfg({ memtx_memory = 512 * 1024 * 1024, wal_mode = 'write', log_level = 3, checkpoint_interval = 0 })

local READY, TAKEN = 1, 2
local space = box.schema.space.create('yardstick')
space:create_index('pk', { parts = { 1, 'unsigned' } })
space:create_index('order', { parts = { 2, 'unsigned', 3, 'unsigned', 4, 'unsigned', 1, 'unsigned' } })
space:create_index('deadline', { parts = { 5, 'unsigned', 1, 'unsigned' } })

local data = ('x'):rep(100)
local last_id = 0

local function put()
    box.begin()
    for _ = 1, batch do
        last_id = last_id + 1
        space:insert({ last_id, READY, 0, last_id, 0, 0, data })
    end
    box.commit()
end

local function take()
    box.begin()
    local taken = {}
    for i, task in ipairs(space.index.order:select({ READY }, { limit = batch })) do
        taken[i] = space:update(task[1], { { '=', 2, TAKEN }, { '=', 5, 60000 }, { '+', 6, 1 } })
    end
    box.commit()
    return taken
end

local function done(taken)
    box.begin()
    for _, task in ipairs(taken) do space:delete(task[1]) end
    box.commit()
end

local function rate(step)
    local from = clock.monotonic()
    for _ = 1, tasks / batch do step() end
    return tasks / (clock.monotonic() - from)
end

local put_rate = rate(put)
local drain_rate = rate(function() done(take()) end)
assert(space:len() == 0)
print(json.encode({ put = put_rate, drain = drain_rate }))
os.exit(0)
