--- A put as it arrives, checked.
local json = require('json')

local check = require('queue.check')
local fail = require('queue.fail')
local limits = require('queue.limits')

local M = {}

--- What to do when the key is in use.
M.ON_KEY = { add = 1, keep = 2, replace = 3, wake = 4 }

local function checked(queue, data, start_time, delay_ms, priority, ttl_ms, key, on_key, headers, put_id)
    local request = {
        queue = check.queue(queue),
        data = check.bytes(data, 'data', limits.payload_bytes),
        start_time = check.optional_time(start_time, 'start_time'),
        delay_ms = check.optional_time(delay_ms, 'delay_ms'),
        priority = check.optional_integer(priority, 'priority', 0, limits.priority) or 0,
        ttl_ms = check.optional_time(ttl_ms, 'ttl_ms'),
        key = check.optional_name(key, 'key'),
        on_key = check.optional_integer(on_key, 'on_key', 1, 4),
        headers = check.optional_text(headers, 'headers', limits.headers_bytes),
        put_id = check.optional_name(put_id, 'put_id'),
    }
    if request.start_time ~= nil and request.delay_ms ~= nil then
        fail.invalid('start_time and delay_ms are both given; keep one')
    end
    if request.on_key ~= nil and request.key == nil then
        fail.invalid('on_key says what to do when a key is in use; give a key')
    end
    return request
end

--- From a client: an array in the order of `checked`.
function M.from_wire(array)
    if type(array) ~= 'table' then fail.invalid('a put must be an array, not %s', type(array)) end
    -- By name, not by `unpack`: LuaJIT does not compile that, nor then any loop over requests.
    return checked(array[1], array[2], array[3], array[4], array[5], array[6], array[7], array[8], array[9], array[10])
end

--- Whether all of a list have nothing but a queue and a payload, as most have.
function M.all_plain(list)
    for _, array in ipairs(list) do
        if type(array) ~= 'table' or #array ~= 2 then return false end
    end
    return true
end

--- The payload of a plain one and its queue, checked.
function M.plain_from_wire(array)
    local queue = check.queue(array[1])
    return check.bytes(array[2], 'data', limits.payload_bytes), queue
end

--- A list of them: the requests, and the bytes of all their payloads.
function M.all_from_wire(list)
    check.list(list, 'puts')
    local requests, bytes = {}, 0
    for i, array in ipairs(list) do
        requests[i] = M.from_wire(array)
        bytes = bytes + #requests[i].data
    end
    return requests, bytes
end

local FIELDS = {
    queue = true, data = true, start_time = true, delay_ms = true, priority = true, ttl_ms = true,
    key = true, on_key = true, headers = true, put_id = true,
}

--- From a Lua application: a table with names, `on_key` and `headers` as people write them.
function M.from_lua(options)
    if type(options) ~= 'table' then fail.invalid('put needs a table of options, not %s', type(options)) end
    for name in pairs(options) do
        if not FIELDS[name] then fail.invalid('put has no option %s', tostring(name)) end
    end
    local on_key = options.on_key
    if on_key ~= nil then
        on_key = M.ON_KEY[on_key] or fail.invalid('on_key must be add, keep, replace or wake, not %s', tostring(on_key))
    end
    return checked(options.queue, options.data, options.start_time, options.delay_ms, options.priority,
        options.ttl_ms, options.key, on_key, options.headers ~= nil and json.encode(options.headers) or nil, options.put_id)
end

return M
