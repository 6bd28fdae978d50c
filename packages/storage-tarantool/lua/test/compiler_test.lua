-- What compiler.lua keeps LuaJIT from: without it, or with a bool in store.lua, this file crashes.
local world = require('test.world')
world.start()

local fiber = require('fiber')
local store = require('queue.store')

--- A function of two snapshots for each of `length` and one for each of `extra`, which then calls `last`.
local function long_function(length, extra, last, argument)
    local code, numbers = { 'local last, argument, t = ... return function() local n = 0' }, {}
    for i = 1, length do
        code[#code + 1] = ('if t[%d] > n then n = t[%d] end'):format(i, i)
        numbers[i] = i + 0.5
    end
    for i = 1, extra do code[#code + 1] = ('n = n + t[%d] if n < 0 then return end'):format(i) end
    code[#code + 1] = 'last(argument) end'
    return loadstring(table.concat(code, ' '))(last, argument, numbers)
end

--- Calls `last` at the end of traces of every length about the limit of 500 snapshots.
local function try_all(last, argument)
    for length = 200, 260 do
        for extra = 0, 2 do
            local long = long_function(length, extra, last, argument)
            for _ = 1, 200 do long() end
        end
    end
end

world.run('compiler', {
    { 'a trace that is given up for its length in the guard of a write ends no server', function(test)
        local writes = 0
        box.atomic(try_all, function(space_id)
            store.delete(space_id, 100)
            writes = writes + 1
        end, box.space.queue_payload.id)
        test:is(writes, 61 * 3 * 200)
    end },
    { 'nor does one that is given up where it calls a function of C', function(test)
        local cond = fiber.cond()
        try_all(cond.signal, cond)
        test:ok(true, 'it lives')
    end },
})
