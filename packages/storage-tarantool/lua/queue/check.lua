--- Arguments as they come from clients: each is refused by name, or returned as a plain Lua value.
-- Null arrives as box.NULL, which is truthy, and integers above 1e14 as cdata.
local fail = require('queue.fail')
local limits = require('queue.limits')

local M = {}

function M.integer(value, name, min, max)
    local number = tonumber(value)
    if number == nil or number < min or number > max or number ~= math.floor(number) then
        fail.invalid('%s must be an integer from %.0f to %.0f, not %s', name, min, max, tostring(value))
    end
    return number
end

function M.optional_integer(value, name, min, max)
    if value == nil then return nil end
    return M.integer(value, name, min, max)
end

function M.queue(value)
    return M.integer(value, 'queue', 1, limits.queue)
end

function M.time(value, name)
    return M.integer(value, name, 0, limits.time_ms)
end

function M.optional_time(value, name)
    if value == nil then return nil end
    return M.time(value, name)
end

function M.id(value)
    return M.integer(value, 'id', 0, limits.time_ms)
end

function M.text(value, name, max)
    if type(value) ~= 'string' then fail.invalid('%s must be a string, not %s', name, type(value)) end
    if #value > max then fail.invalid('%s has %d bytes; the limit is %d', name, #value, max) end
    return value
end

function M.name(value, name)
    if value == '' then fail.invalid('%s must not be empty', name) end
    return M.text(value, name, limits.name_bytes)
end

function M.optional_name(value, name)
    if value == nil then return nil end
    return M.name(value, name)
end

function M.optional_text(value, name, max)
    if value == nil then return nil end
    return M.text(value, name, max)
end

--- A payload or a record's value: a string, or a varbinary on versions that have it.
function M.bytes(value, name, max)
    local kind = type(value)
    if kind ~= 'string' and (kind ~= 'cdata' or value == nil) then
        fail.invalid('%s must be bytes, not %s', name, value == nil and 'null' or kind)
    end
    local size = #value
    if size > max then
        fail.raise('PAYLOAD_TOO_LARGE', '%s: %d bytes, the limit is %d [size=%d limit=%d]', name, size, max, size, max)
    end
    return value
end

--- A list of at most 10,000 entries, each of `stride` values.
function M.list(value, name, stride)
    if type(value) ~= 'table' then fail.invalid('%s must be a list, not %s', name, type(value)) end
    local count = #value / (stride or 1)
    if count ~= math.floor(count) then fail.invalid('%s must have %d values an entry', name, stride) end
    if count > limits.entries then
        fail.invalid('%s has %d entries; one call takes at most %d', name, count, limits.entries)
    end
    return count
end

return M
