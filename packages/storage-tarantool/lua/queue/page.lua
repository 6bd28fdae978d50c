--- Tasks on their way to a client, as one tuple: `[first, [task, …], [payload, …], more]`. Tasks are
-- copied as they are stored, so payloads stay bin. Those that have a space of their own follow in order.
local ffi = require('ffi')

local limits = require('queue.limits')
local msgpack_buffer = require('queue.msgpack_buffer')
local store = require('queue.store')

local read_uint, read_length = msgpack_buffer.read_uint, msgpack_buffer.read_length

local tasks = msgpack_buffer.new_writer(65536)
local payloads = msgpack_buffer.new_writer(65536)

local Page = {}
Page.__index = Page

--- There is one page at a time: it is built and finished without a yield.
local function new(first)
    tasks:reset()
    payloads:reset()
    tasks:array(4)
    tasks:uint(first)
    return setmetatable({ count = 0, bytes = 0, payloads = 0, full = false, list = tasks:begin_array() }, Page)
end

--- The stored payload of a task that has none in its tuple (`inline` is its length there).
local function stored_payload(id, inline)
    return inline < 0 and box.space.queue_payload:get(id) or nil
end

local function payload_size(payload)
    local _, data = read_uint(store.fields(payload))
    return (read_length(data))
end

--- Whether the page may still take this much; always its first task.
function Page:has_room(id, inline)
    local payload = stored_payload(id, inline)
    local size = payload ~= nil and payload_size(payload) or inline
    if self.count > 0 and self.bytes + size > limits.page_bytes then
        self.full = true
        return false
    end
    self.bytes = self.bytes + size
    return true
end

--- Appends a task's tuple.
function Page:add(tuple, id, inline)
    store.append(tasks, tuple)
    local payload = stored_payload(id, inline)
    if payload ~= nil then
        store.append(payloads, payload)
        self.payloads = self.payloads + 1
    end
    self.count = self.count + 1
end

function Page:finish(more)
    tasks:finish_array(self.list, self.count)
    local list = tasks:begin_array()
    local p = tasks:reserve(payloads.size)
    ffi.copy(p, payloads.bytes, payloads.size)
    tasks.size = tasks.size + payloads.size
    tasks:finish_array(list, self.payloads)
    tasks:uint(more and 1 or 0)
    return store.tuple(tasks)
end

return { new = new }
