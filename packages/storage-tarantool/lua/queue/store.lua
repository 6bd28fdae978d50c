--- The one module that calls Tarantool's C API. Its writes abort the whole server when they are made
-- outside a transaction, so every one looks first. They run no Lua triggers: set none on our spaces.
require('queue.compiler')
local ffi = require('ffi')

local msgpack_buffer = require('queue.msgpack_buffer')

ffi.cdef([[
    typedef struct tuple box_tuple_t;
    bool box_txn(void);
    int box_insert(uint32_t space_id, const char *tuple, const char *tuple_end, box_tuple_t **result);
    int box_replace(uint32_t space_id, const char *tuple, const char *tuple_end, box_tuple_t **result);
    int box_update(uint32_t space_id, uint32_t index_id, const char *key, const char *key_end,
                   const char *ops, const char *ops_end, int index_base, box_tuple_t **result);
    int box_delete(uint32_t space_id, uint32_t index_id, const char *key, const char *key_end,
                   box_tuple_t **result);
    int box_index_get(uint32_t space_id, uint32_t index_id, const char *key, const char *key_end,
                      box_tuple_t **result);
    typedef struct iterator box_iterator_t;
    box_iterator_t *box_index_iterator(uint32_t space_id, uint32_t index_id, int type,
                                       const char *key, const char *key_end);
    int box_iterator_next(box_iterator_t *iterator, box_tuple_t **result);
    void box_iterator_free(box_iterator_t *iterator);
    const char *box_tuple_field(const box_tuple_t *tuple, uint32_t field);
    size_t box_tuple_bsize(const box_tuple_t *tuple);
    ssize_t box_tuple_to_buf(const box_tuple_t *tuple, char *buffer, size_t size);
    box_tuple_t *box_tuple_new(void *format, const char *start, const char *end);
    void *box_tuple_format_default(void);
    int box_tuple_ref(box_tuple_t *tuple);
    void box_tuple_unref(box_tuple_t *tuple);
]])

local C = ffi.C
local read_uint = msgpack_buffer.read_uint
local chars = ffi.typeof('const char *')
local mutable_chars = ffi.typeof('char *')
local bytes = ffi.typeof('const uint8_t *')
-- Versions differ in whether it is const; only the very type of their own tuples is taken for a tuple.
local tuple_ref = ffi.typeof(box.tuple.new({}))
local result = ffi.new('box_tuple_t *[1]')
local key = msgpack_buffer.new_writer(32)

local M = {}

-- As a byte, which is the same on the way back, and not as the bool that it is: see compiler.lua.
local in_transaction = ffi.cast('uint8_t (*)(void)', C.box_txn)

function M.in_transaction()
    return in_transaction() ~= 0
end

local function guard()
    if in_transaction() == 0 then error('INTERNAL: a write outside a transaction was refused', 0) end
end

local function check(code)
    if code ~= 0 then error(box.error.last(), 0) end
end

local function key_of(id)
    key.size = 0
    key:array(1)
    key:uint(id)
    local start = ffi.cast(chars, key.bytes)
    return start, start + key.size
end

--- Inserts the tuple that the writer holds.
function M.insert(space_id, writer)
    guard()
    local start = ffi.cast(chars, writer.bytes)
    check(C.box_insert(space_id, start, start + writer.size, result))
end

function M.replace(space_id, writer)
    guard()
    local start = ffi.cast(chars, writer.bytes)
    check(C.box_replace(space_id, start, start + writer.size, result))
end

--- Updates the tuple with this number as primary key by the operations that the writer holds. Returns
-- the new tuple, to be read before anything else happens to it; null if there was none.
function M.update(space_id, id, writer)
    guard()
    local ops = ffi.cast(chars, writer.bytes)
    local start, finish = key_of(id)
    check(C.box_update(space_id, 0, start, finish, ops, ops + writer.size, 1, result))
    return result[0]
end

function M.delete(space_id, id)
    guard()
    local start, finish = key_of(id)
    check(C.box_delete(space_id, 0, start, finish, result))
end

--- The tuple with this number as primary key, or `nil`. Like all that the C API returns it is only
-- borrowed: to be read before anything else happens to it.
function M.get(space_id, id)
    local start, finish = key_of(id)
    check(C.box_index_get(space_id, 0, start, finish, result))
    local tuple = result[0]
    return tuple ~= nil and tuple or nil
end

local ITER_GE = 5

--- Calls `visit(tuple, i)` for the first `count` tuples of an index whose first field is from `low` on and below
-- `high`. It must not throw or change anything. Returns how many there were.
function M.each(space_id, index_id, low, high, count, visit)
    local start, finish = key_of(low)
    local iterator = C.box_index_iterator(space_id, index_id, ITER_GE, start, finish)
    if iterator == nil then error(box.error.last(), 0) end
    local found = 0
    while found < count and C.box_iterator_next(iterator, result) == 0 and result[0] ~= nil do
        if read_uint(M.fields(result[0])) >= high then break end
        found = found + 1
        visit(result[0], found)
    end
    C.box_iterator_free(iterator)
    return found
end

--- The first of them, or `nil`.
function M.first(space_id, index_id, low, high)
    local start, finish = key_of(low)
    local iterator = C.box_index_iterator(space_id, index_id, ITER_GE, start, finish)
    if iterator == nil then error(box.error.last(), 0) end
    result[0] = nil
    local code = C.box_iterator_next(iterator, result)
    C.box_iterator_free(iterator)
    check(code)
    local tuple = result[0]
    return tuple ~= nil and read_uint(M.fields(tuple)) < high and tuple or nil
end

--- Where the first field of a tuple begins.
function M.fields(tuple)
    return ffi.cast(bytes, C.box_tuple_field(tuple, 0))
end

--- Appends a tuple to the writer, as it is stored.
function M.append(writer, tuple)
    local size = tonumber(C.box_tuple_bsize(tuple))
    C.box_tuple_to_buf(tuple, ffi.cast(mutable_chars, writer:reserve(size)), size)
    writer.size = writer.size + size
end

--- The content of the writer as a tuple: what is bin in it stays bin on its way to the client.
function M.tuple(writer)
    local start = ffi.cast(chars, writer.bytes)
    local tuple = C.box_tuple_new(C.box_tuple_format_default(), start, start + writer.size)
    if tuple == nil then error(box.error.last(), 0) end
    C.box_tuple_ref(tuple)
    return ffi.gc(ffi.cast(tuple_ref, tuple), C.box_tuple_unref)
end

return M
