local fiber = require('fiber')

local world = require('test.world')
world.start()
local waiters = require('queue.waiters')

box.schema.user.create('worker', { password = 'worker' })
box.schema.user.grant('worker', 'queue_worker')

--- Waits in a fiber of its own; a table that will have the answer.
local function waiting(queues, timeout_ms, token)
    local call = {}
    fiber.create(function()
        -- A client would cancel it in the same session.
        local session = box.session.id()
        call.cancel = function() return waiters.cancel(session, token) end
        call.answer = queue.wait(queues, timeout_ms, token)
    end)
    world.settle()
    return call
end

local function empty()
    repeat until not queue.clear(1)[2]
end

local function wait_until(condition)
    local deadline = fiber.clock() + 5
    while not condition() and fiber.clock() < deadline do fiber.sleep(0.001) end
    return condition()
end

world.run('wait', {
    { 'a put wakes one waiter for each task', function(test)
        local calls = {}
        for i = 1, 3 do calls[i] = waiting({ 1 }, 1000, i) end
        queue.put({ { { 1, 'a' }, { 1, 'b' } } })
        world.settle()
        test:is_deeply({ calls[1].answer, calls[2].answer }, { { 1, { 1 } }, { 1, { 1 } } })
        test:isnil(calls[3].answer, 'in the order they came')
        world.clock.advance(99)
        world.settle()
        test:isnil(calls[3].answer)
        world.clock.advance(1)
        world.settle()
        test:is_deeply(calls[3].answer, { 1, { 1 } }, 'a task that stays ready wakes the next 100 ms later')
        test:is(waiters.count(), 0)
        empty()
    end },
    { 'who finds nothing after a wake-up sleeps on', function(test)
        local call = waiting({ 1 }, 1000, 1)
        local taken
        box.atomic(function()
            world.put()
            taken = world.take(1)
        end)
        world.settle()
        test:isnil(call.answer)
        test:is(waiters.count(), 1)
        queue.release(taken)
        world.settle()
        test:is_deeply(call.answer, { 1, { 1 } })
        empty()
    end },
    { 'a waiter that is cancelled hands its wake-up on', function(test)
        local first = waiting({ 1 }, 1000, 1)
        local second = waiting({ 1 }, 1000, 2)
        box.begin()
        box.on_commit(function() first.cancel() end)
        world.put()
        box.commit()
        world.settle()
        world.settle()
        test:is_deeply(first.answer, { 0, {} })
        test:is_deeply(second.answer, { 1, { 1 } })
        test:is_deeply({ first.cancel(), queue.cancel_wait(1) }, { false, { 0 } }, 'it is gone')
        empty()
    end },
    { 'the call of a client that has gone ends, and wakes another for its task', function(test)
        local client = world.connect('worker', 'worker')
        client:call('queue.wait', { { 1 }, 600000, 7 }, { is_async = true })
        test:ok(wait_until(function() return waiters.count() == 1 end), 'it waits')
        local other = waiting({ 1 }, 1000, 1)
        client:close()
        test:ok(wait_until(function() return waiters.count() == 1 end), 'it does not outlive its client')
        world.put()
        world.settle()
        test:is_deeply(other.answer, { 1, { 1 } })
        empty()
    end },
    { 'a wait ends at its time', function(test)
        local call = waiting({ 1, 2 }, 1000, 1)
        world.clock.advance(999)
        world.settle()
        test:isnil(call.answer)
        world.clock.advance(1)
        world.settle()
        test:is_deeply(call.answer, { 0, {} })
    end },
    { 'beyond the cap it ends after a second, and says why', function(test)
        local limits = require('queue.limits')
        local cap = limits.waiters
        limits.waiters = 1
        local within = waiting({ 1 }, 60000, 1)
        local beyond = waiting({ 1 }, 60000, 2)
        world.clock.advance(1000)
        world.settle()
        test:isnil(within.answer)
        test:is_deeply(beyond.answer, { -1, {} })
        limits.waiters = cap
        test:ok(within.cancel())
        world.settle()
        test:is(waiters.count(), 0)
    end },
    { 'waits leave nothing behind', function(test)
        for i = 1, 100 do
            waiting({ 1, 2, 3 }, 10, i)
            world.clock.advance(10)
            world.settle()
        end
        test:is(waiters.count(), 0)
        test:is_deeply(waiters.queues(), {})
    end },
})
