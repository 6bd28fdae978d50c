--- The queue in your own Tarantool application:
--
--   box.cfg{ listen = 3301, memtx_max_tuple_size = 2 * 1024 * 1024, net_msg_max = 4096 }
--   local queue = require('queue')
--   queue.start{ shard = 0 }
--   box.atomic(function() orders:insert(order); queue.put{ queue = 1, data = bytes } end)
--
-- What clients may call is in api.lua.
local api = require('queue.api')
local clock = require('queue.clock')
local fail = require('queue.fail')
local limits = require('queue.limits')
local put = require('queue.put')
local request = require('queue.request')
local rights = require('queue.rights')
local role = require('queue.role')
local schema = require('queue.schema')
local timer = require('queue.timer')
local tx = require('queue.tx')
local waiters = require('queue.waiters')

local M = {}

local OPTIONS = {
    shard = { min = 0, max = 511 },
    payload_bytes = { min = 1, max = 32 * 1024 * 1024 },
    waiters = { min = 1, max = 1000000 },
    high_water = { min = 0.01, max = 0.95 },
}

local function check_options(options)
    for name, value in pairs(options) do
        local option = OPTIONS[name] or fail.invalid('start has no option %s', tostring(name))
        if type(value) ~= 'number' or value < option.min or value > option.max then
            fail.invalid('start: %s must be from %s to %s', name, option.min, option.max)
        end
        if name ~= 'shard' then limits[name] = value end
    end
end

--- The calls of clients find our functions in the global table `queue`.
local function publish()
    local known = rawget(_G, 'queue')
    if known ~= nil and known ~= api then
        fail.raise('INCOMPATIBLE', 'there is another global called queue; clients call our functions by that name')
    end
    rawset(_G, 'queue', api)
end

local started = false

--- Makes the spaces and functions and begins to serve, at once or when the node becomes writable.
function M.start(options)
    options = options or {}
    check_options(options)
    local shard = options.shard or 0
    role.shard = shard
    schema.check(shard)
    publish()
    clock.start(0)
    if not started then
        box.session.on_disconnect(function() waiters.end_session(box.session.id()) end)
        started = true
    end
    role.on_serve = timer.start
    role.start(function()
        schema.check(shard)
        schema.migrate(shard)
        rights.create(api)
    end)
    return M
end

--- Puts one task and returns its id. Inside a transaction it is part of it: the task exists when, and
-- only when, you commit.
function M.put(options)
    return tx.run(put.put_one, request.from_lua(options))
end

return M
