--- Tasks as Lua tables, and back. The only module, beside schema.lua, that knows the order of fields.
local msgpack_buffer = require('queue.msgpack_buffer')
local rank_of = require('queue.rank')
local schema = require('queue.schema')
local store = require('queue.store')

local read_uint, read_str, read_length = msgpack_buffer.read_uint, msgpack_buffer.read_str, msgpack_buffer.read_length
local skip_uints, skip_text = msgpack_buffer.skip_uints, msgpack_buffer.skip_text

local READY, TAKEN = schema.STATE.READY, schema.STATE.TAKEN
local FIELDS = #schema.TASK_FORMAT
--- Larger payloads have a space of their own: every change of state copies the whole tuple, and while a
-- snapshot is written the old copies stay in memory, just when a full server has to drain. Small ones stay
-- here: at 100 bytes a space of their own cost a third of the speed of take (438 -> 293 thousand a second
-- of the thread, 100 a call), a tenth of that of done and 41 bytes a task.
local INLINE_BYTES = 512

local M = {}
local out = msgpack_buffer.new_writer(4096)
local ops = msgpack_buffer.new_writer(4096)

--- A row. All its fields stand in one constructor, so that the table never has to grow.
local function new(id, queue, state, time, lease, start_time, prev_start_time, attempts, timeouts, priority,
                   visibility_ms, created_at, ttl_ms, expires_at, key, headers, error_text, inline)
    return {
        id = id, queue = queue, state = state, time = time, lease = lease,
        start_time = start_time, prev_start_time = prev_start_time, attempts = attempts, timeouts = timeouts,
        priority = priority, visibility_ms = visibility_ms, created_at = created_at, ttl_ms = ttl_ms,
        expires_at = expires_at, key = key, headers = headers, error = error_text,
        --- Whether the payload is in the tuple.
        inline = inline,
    }
end
M.new = new

--- The row in a tuple. The payload is not read.
local function read(tuple)
    local p = store.fields(tuple)
    local rank, time, id, lease, start_time, prev_start_time, attempts, timeouts, priority
    local visibility_ms, created_at, ttl_ms, expires_at, key, headers, error_text
    rank, p = read_uint(p)
    time, p = read_uint(p)
    id, p = read_uint(p)
    lease, p = read_uint(p)
    start_time, p = read_uint(p)
    prev_start_time, p = read_uint(p)
    attempts, p = read_uint(p)
    timeouts, p = read_uint(p)
    priority, p = read_uint(p)
    visibility_ms, p = read_uint(p)
    created_at, p = read_uint(p)
    ttl_ms, p = read_uint(p)
    expires_at, p = read_uint(p)
    key, p = read_str(p)
    headers, p = read_str(p)
    error_text, p = read_str(p)
    return new(id, rank_of.queue(rank), rank_of.state(rank), time, lease, start_time, prev_start_time, attempts,
        timeouts, priority, visibility_ms, created_at, ttl_ms, expires_at, key, headers, error_text, read_length(p) >= 0)
end
M.read = read

--- Only what taking needs: id, when it expires, and the length of the payload (-1: not in the tuple).
function M.glance(tuple)
    local id, p = read_uint(skip_uints(store.fields(tuple), 2))
    local expires_at
    expires_at, p = read_uint(skip_uints(p, 9))
    return id, expires_at, (read_length(skip_text(skip_text(skip_text(p)))))
end

--- Only what the end of a taken task needs: queue, state, deadline, lease, and whether it has a key and
-- its payload in the tuple. `nil` if there is no such task.
function M.glance_held(id)
    local tuple = store.get(box.space.queue_task.id, id)
    if tuple == nil then return nil end
    local rank, deadline, lease, p
    rank, p = read_uint(store.fields(tuple))
    deadline, p = read_uint(p)
    lease, p = read_uint(skip_uints(p, 1))
    local key = skip_uints(p, 9)
    return rank_of.queue(rank), rank_of.state(rank), deadline, lease, read_length(key) >= 0,
        read_length(skip_text(skip_text(skip_text(key)))) >= 0
end

local ORDER = 1 -- the index

--- The first of a queue in a state: its id and `time`; or `nil`.
function M.first(queue, state)
    local low, high = rank_of.lowest(queue, state), rank_of.lowest(queue, state + 1)
    local tuple = store.first(box.space.queue_task.id, ORDER, low, high)
    if tuple == nil then return nil end
    local time, p = read_uint(skip_uints(store.fields(tuple), 1))
    return (read_uint(p)), time
end

local found_ids, found_expiries, found_lengths = {}, {}, {}

local function note(tuple, i)
    found_ids[i], found_expiries[i], found_lengths[i] = M.glance(tuple)
end

--- The first `count` of a queue in a state: how many there are, and what `glance` says of each, in lists
-- that are valid until the next call.
function M.first_some(queue, state, count)
    local low, high = rank_of.lowest(queue, state), rank_of.lowest(queue, state + 1)
    local found = store.each(box.space.queue_task.id, ORDER, low, high, count, note)
    return found, found_ids, found_expiries, found_lengths
end

--- The ids of all tasks of a queue in a state.
function M.all(queue, state)
    local ids = {}
    local low, high = rank_of.lowest(queue, state), rank_of.lowest(queue, state + 1)
    store.each(box.space.queue_task.id, ORDER, low, high, math.huge, function(tuple, i) ids[i] = (M.glance(tuple)) end)
    return ids
end

--- The first of the ready ones of a queue that have this priority or a later one, or `nil`.
function M.first_ready(queue, priority)
    local low, high = rank_of.lowest_ready(queue, priority), rank_of.lowest(queue, READY + 1)
    local tuple = store.first(box.space.queue_task.id, ORDER, low, high)
    return tuple ~= nil and read(tuple) or nil
end

--- The row with this id, or `nil`.
function M.get(id)
    local tuple = store.get(box.space.queue_task.id, id)
    return tuple ~= nil and read(tuple) or nil
end

local function put_payload(id, data, size)
    out:reset()
    out:array(2)
    out:uint(id)
    out:bin(data, size)
    store.replace(box.space.queue_payload.id, out)
end

local function insert(rank, time, id, lease, start_time, prev_start_time, attempts, timeouts, priority, visibility_ms,
                      created_at, ttl_ms, expires_at, key, headers, error_text, data)
    local size = #data
    local inline = size <= INLINE_BYTES
    out:reset()
    out:array(FIELDS)
    out:uint(rank)
    out:uint(time)
    out:uint(id)
    out:uint(lease)
    out:uint(start_time)
    out:uint_or_null(prev_start_time)
    out:uint(attempts)
    out:uint(timeouts)
    out:uint(priority)
    out:uint(visibility_ms)
    out:uint(created_at)
    out:uint_or_null(ttl_ms)
    out:uint_or_null(expires_at)
    out:str_or_null(key)
    out:str_or_null(headers)
    out:str_or_null(error_text)
    if inline then out:bin(data, size) else out:null() end
    store.insert(box.space.queue_task.id, out)
    if not inline then put_payload(id, data, size) end
    return inline
end

--- Inserts a new row with its payload.
function M.insert(row, data)
    row.inline = insert(rank_of.of(row.queue, row.state, row.priority, row.time), row.time, row.id, row.lease,
        row.start_time, row.prev_start_time, row.attempts, row.timeouts, row.priority, row.visibility_ms, row.created_at,
        row.ttl_ms, row.expires_at, row.key, row.headers, row.error, data)
end

--- Inserts a task that is ready at once and has nothing but its payload, without a row: that would be most of the
-- garbage of a put.
function M.insert_plain(id, queue, wall, data)
    insert(rank_of.of(queue, READY, 0, wall), wall, id, 0, wall, nil, 0, 0, 0, 0, wall, nil, nil, nil, nil, nil, data)
end

local function set_uint(field, value)
    ops:array(3)
    ops:str('=')
    ops:uint(field)
    ops:uint_or_null(value)
end

local function set_str(field, value)
    ops:array(3)
    ops:str('=')
    ops:uint(field)
    ops:str_or_null(value)
end

--- The operations that make a task of this queue taken: the same for a whole batch. Give them to `take` at once.
function M.prepare_take(queue, deadline, visibility_ms)
    ops:reset()
    ops:array(4)
    set_uint(1, rank_of.of(queue, TAKEN, 0, deadline))
    set_uint(2, deadline)
    set_uint(10, visibility_ms)
    ops:array(3)
    ops:str('+')
    ops:uint(4)
    ops:uint(1)
end

--- Makes a task taken as `prepare_take` said. Returns its new tuple, valid until the next change.
function M.take(id)
    return store.update(box.space.queue_task.id, id, ops)
end

local function set_place(row)
    set_uint(1, rank_of.of(row.queue, row.state, row.priority, row.time))
    set_uint(2, row.time)
end

--- Writes down where a row stands, when nothing else of it has changed.
function M.update_place(row)
    ops:reset()
    ops:array(2)
    set_place(row)
    store.update(box.space.queue_task.id, row.id, ops)
end

--- Writes down whatever of a row may change, but headers and payload.
function M.update(row)
    ops:reset()
    ops:array(12)
    set_place(row)
    set_uint(4, row.lease)
    set_uint(5, row.start_time)
    set_uint(6, row.prev_start_time)
    set_uint(7, row.attempts)
    set_uint(8, row.timeouts)
    set_uint(9, row.priority)
    set_uint(10, row.visibility_ms)
    set_uint(12, row.ttl_ms)
    set_uint(13, row.expires_at)
    set_str(16, row.error)
    store.update(box.space.queue_task.id, row.id, ops)
end

--- Gives a row new headers and a new payload.
function M.set_content(row, headers, data)
    local size = #data
    local inline = size <= INLINE_BYTES
    if not row.inline and inline then store.delete(box.space.queue_payload.id, row.id) end
    row.headers, row.inline = headers, inline
    ops:reset()
    ops:array(2)
    set_str(15, headers)
    ops:array(3)
    ops:str('=')
    ops:uint(FIELDS)
    if inline then ops:bin(data, size) else ops:null() end
    store.update(box.space.queue_task.id, row.id, ops)
    if not inline then put_payload(row.id, data, size) end
end

--- Removes a task; `inline` says whether its payload is in its tuple.
function M.delete(id, inline)
    store.delete(box.space.queue_task.id, id)
    if not inline then store.delete(box.space.queue_payload.id, id) end
end

return M
