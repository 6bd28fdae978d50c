--- Small versioned values beside the tasks.
local msgpack_buffer = require('queue.msgpack_buffer')
local limits = require('queue.limits')
local store = require('queue.store')

local read_uint, read_str, read_length = msgpack_buffer.read_uint, msgpack_buffer.read_str, msgpack_buffer.read_length

local M = {}
local out = msgpack_buffer.new_writer(4096)

--- 0 when there is none.
function M.version(key)
    local row = box.space.queue_record:get(key)
    return row ~= nil and tonumber(row[2]) or 0
end

function M.set(key, value)
    out:reset()
    out:array(3)
    out:str(key)
    out:uint(M.version(key) + 1)
    out:bin(value, #value)
    store.replace(box.space.queue_record.id, out)
end

function M.delete(key)
    box.space.queue_record:delete(key)
end

local function size_of(row)
    local _, version = read_str(store.fields(row))
    local _, value = read_uint(version)
    return (read_length(value))
end

--- Gathers records until `limit` or 8 MiB, but always one. False when there is no room for this one.
local function add(found, size, row, limit)
    size.bytes = size.bytes + size_of(row)
    if #found == limit or (size.bytes > limits.page_bytes and #found > 0) then return false end
    table.insert(found, row)
    return true
end

--- Those with these keys, and how many keys were looked at until the answer was full.
function M.get(keys)
    local found, size = {}, { bytes = 0 }
    for i, key in ipairs(keys) do
        local row = box.space.queue_record:get(key)
        if row ~= nil and not add(found, size, row, #keys) then return found, i - 1 end
    end
    return found, #keys
end

--- In the order of the bytes of their keys, which is that of the index.
function M.list(prefix, after, limit)
    local found, size = {}, { bytes = 0 }
    local from, iterator = prefix, 'GE'
    if after ~= nil and after >= prefix then from, iterator = after, 'GT' end
    for _, row in box.space.queue_record.index.pk:pairs(from, { iterator = iterator }) do
        if row[1]:sub(1, #prefix) ~= prefix or not add(found, size, row, limit) then break end
    end
    return found
end

return M
