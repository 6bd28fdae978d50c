local fiber = require('fiber')

-- On real time: the fiber itself is under test.
local world = require('test.world')
world.configure()
require('queue').start({})
local task = require('queue.task')
local timer = require('queue.timer')

local function wait_until(condition)
    local deadline = fiber.clock() + 5
    while not condition() and fiber.clock() < deadline do fiber.sleep(0.001) end
    return condition()
end

local function timer_fiber()
    for id, info in pairs(fiber.info()) do
        if info.name == 'queue_timer' then return id end
    end
end

world.run('timer', {
    { 'what comes due is moved without a call', function(test)
        local id = world.put({ delay_ms = 20 })
        local expiring = world.put({ ttl_ms = 20, queue = 2 })
        test:is(world.task(id).state, 2)
        test:ok(wait_until(function() return world.task(id).state == 1 end), 'ready')
        test:ok(wait_until(function() return world.task(expiring) == nil end), 'expired')
        local leases = world.take(1, 20)
        test:is(leases[1], id)
        test:ok(wait_until(function() return world.task(id).state == 1 end), 'the lease ended')
        test:is(world.task(id).timeouts, 1)
    end },
    { 'it goes on after an error', function(test)
        local advance = task.advance
        local failed = 0
        task.advance = function()
            failed = failed + 1
            error('a bug')
        end
        local id = world.put({ delay_ms = 1, queue = 3 })
        test:ok(wait_until(function() return failed > 0 end), 'it failed')
        task.advance = advance
        test:ok(wait_until(function() return world.task(id).state == 1 end), 'and tried again')
    end },
    { 'there is one, also after another start, and one that was killed comes back with it', function(test)
        local before = timer_fiber()
        timer.start()
        test:is(timer_fiber(), before)
        fiber.kill(before)
        wait_until(function() return timer_fiber() == nil end)
        timer.start()
        test:isnt(timer_fiber(), nil)
        local id = world.put({ delay_ms = 5, queue = 4 })
        test:ok(wait_until(function() return world.task(id).state == 1 end))
    end },
    { 'very much that is due at once takes several transactions', function(test)
        local group = {}
        for i = 1, 3500 do group[i] = { 9, 'x', box.NULL, 30 } end
        queue.put({ group })
        test:ok(wait_until(function() return world.stat(9).ready == 3500 end))
        test:is(world.stat(9).delayed, 0)
    end },
})
