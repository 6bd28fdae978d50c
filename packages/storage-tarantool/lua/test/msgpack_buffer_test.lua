local ffi = require('ffi')
local msgpack = require('msgpack')

local msgpack_buffer = require('queue.msgpack_buffer')
local world = require('test.world')

local INTEGERS = { 0, 1, 127, 128, 255, 256, 65535, 65536, 2 ^ 31 - 1, 2 ^ 31, 2 ^ 32 - 1, 2 ^ 32, 99999999999999, 1e14, 2 ^ 53 - 1 }

local function written(write)
    local writer = msgpack_buffer.new_writer(1)
    write(writer)
    return ffi.string(writer.bytes, writer.size), writer
end

world.run('msgpack_buffer', {
    { 'integers have the shortest form, as Tarantool writes them', function(test)
        for _, n in ipairs(INTEGERS) do
            local bytes = written(function(writer) writer:uint(n) end)
            test:is(bytes:hex(), msgpack.encode(n):hex(), ('%.0f'):format(n))
        end
    end },
    { 'integers are read as plain numbers, also above 1e14', function(test)
        for _, n in ipairs(INTEGERS) do
            local _, writer = written(function(w) w:uint(n) end)
            local value, rest = msgpack_buffer.read_uint(writer.bytes + 0)
            test:ok(type(value) == 'number' and value == n, ('%.0f'):format(n))
            test:is(tonumber(rest - writer.bytes), writer.size, 'and all of it')
        end
    end },
    { 'null is nil', function(test)
        local _, writer = written(function(w) w:uint_or_null(nil) w:str_or_null(nil) end)
        local value, rest = msgpack_buffer.read_uint(writer.bytes + 0)
        test:isnil(value)
        test:isnil((msgpack_buffer.read_str(rest)))
    end },
    { 'texts and bytes of every length keep their content', function(test)
        for _, length in ipairs({ 0, 1, 31, 32, 255, 256, 65535, 65536, 1048576 }) do
            local text = ('x'):rep(length)
            local str, writer = written(function(w) w:str(text) end)
            test:ok(msgpack.decode(str) == text, 'str of ' .. length)
            test:ok((msgpack_buffer.read_str(writer.bytes + 0)) == text, 'read back')
            local bin, binary = written(function(w) w:bin(text, #text) end)
            test:ok(bin:byte(1) >= 0xc4 and bin:byte(1) <= 0xc6, 'bin is bin')
            test:is((msgpack_buffer.read_length(binary.bytes + 0)), length)
        end
    end },
    { 'arrays, also those whose length is known only at the end', function(test)
        for _, count in ipairs({ 0, 15, 16, 65535, 65536 }) do
            local bytes = written(function(w)
                w:array(count)
                for _ = 1, count do w:uint(1) end
            end)
            test:is(#msgpack.decode(bytes), count)
        end
        local late = written(function(w)
            local at = w:begin_array()
            w:uint(7)
            w:uint(8)
            w:finish_array(at, 2)
        end)
        test:is_deeply(msgpack.decode(late), { 7, 8 })
    end },
    { 'a writer that grew for one large value gives the memory back', function(test)
        local writer = msgpack_buffer.new_writer(16)
        writer:str(('x'):rep(2000000))
        writer:reset()
        test:is(writer.capacity, 16)
        test:is(writer.size, 0)
    end },
})
