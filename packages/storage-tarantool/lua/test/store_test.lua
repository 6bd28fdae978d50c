local world = require('test.world')
world.start()

local msgpack_buffer = require('queue.msgpack_buffer')
local store = require('queue.store')

local function tuple_of(id)
    local writer = msgpack_buffer.new_writer(64)
    writer:array(2)
    writer:uint(id)
    writer:bin('\0\255', 2)
    return writer
end

local space = box.space.queue_payload

world.run('store', {
    { 'writes outside a transaction are refused, and the server lives', function(test)
        for name, write in pairs({
            insert = function() store.insert(space.id, tuple_of(1)) end,
            replace = function() store.replace(space.id, tuple_of(1)) end,
            update = function() store.update(space.id, 1, msgpack_buffer.new_writer(8)) end,
            delete = function() store.delete(space.id, 1) end,
        }) do
            test:like(world.error_of(write), '^INTERNAL: a write outside a transaction', name)
        end
        test:is(space:count(), 0)
    end },
    { 'payloads are stored as bin', function(test)
        box.atomic(function() store.insert(space.id, tuple_of(1)) end)
        local writer = msgpack_buffer.new_writer(64)
        store.append(writer, space:get(1))
        test:is(require('ffi').string(writer.bytes, writer.size):hex(), '9201c40200ff')
    end },
    { 'a failed write throws the error of the server', function(test)
        box.begin()
        local ok, err = pcall(store.insert, space.id, tuple_of(1))
        box.rollback()
        test:ok(not ok)
        test:is(err.code, box.error.TUPLE_FOUND)
    end },
    { 'a buffer becomes a tuple', function(test)
        local tuple = store.tuple(tuple_of(7))
        test:ok(box.tuple.is(tuple))
        test:is(tuple[1], 7)
        test:is(tuple[2], '\0\255')
    end },
})
