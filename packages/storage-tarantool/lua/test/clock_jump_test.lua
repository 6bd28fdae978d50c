-- A wall clock that jumps by an hour, seen from the tasks.
local world = require('test.world')
world.start()

local manual = world.clock
local HOUR = 3600000

local function jump(ms)
    manual.wall = manual.wall + ms
end

--- Starts from an empty queue on a clock that is right.
local function clean()
    repeat until not queue.clear(1)[2]
    queue.done(world.take(1000))
    manual.wall = (require('queue.clock').now())
end

local cases = {}
for _, ms in ipairs({ HOUR, -HOUR }) do
    local name = ms > 0 and 'forward' or 'back'
    table.insert(cases, { 'a jump ' .. name .. ' ends no lease early, and extends none', function(test)
        clean()
        local id = world.put()
        local lease = world.take(1, 60000)
        jump(ms)
        manual.advance(59999)
        test:is(world.task(id).state, 3, 'still taken')
        test:is_deeply(queue.touch({ lease[1], lease[2], 60000 }), { 1, {} })
        manual.advance(60000)
        test:is(world.task(id).state, 1, 'ready again, at its deadline')
        test:is_deeply(queue.done(lease), { 0, { 0 } }, 'the old lease is lost')
        local task = world.task(id)
        test:ok(task.start_time <= (require('queue.clock').now()), 'it does not start in the future')
    end })
    table.insert(cases, { 'a jump ' .. name .. ' breaks no order', function(test)
        clean()
        local put = {}
        for i = 1, 6 do
            put[i] = world.put()
            if i == 3 then jump(ms) end
            manual.advance(10)
        end
        local taken = world.take(10)
        local ids = {}
        for i = 1, #taken, 2 do table.insert(ids, taken[i]) end
        test:is_deeply(ids, put)
    end })
    table.insert(cases, { 'a jump ' .. name .. ' starts no delayed task early by more than a tenth', function(test)
        clean()
        local id = world.put({ delay_ms = 60000 })
        jump(ms)
        manual.advance(50000)
        test:is(world.task(id).state, 2, 'still delayed')
        manual.advance(20000)
        test:is(world.task(id).state, 1, 'ready')
    end })
end
world.run('clock jump', cases)
