local fiber = require('fiber')

local world = require('test.world')
world.start()
local put = require('queue.put')
local tx = require('queue.tx')

local CALLS = 20

--- Calls that arrive together, each with work for a whole turn; what happened, in order, and each turn of the event loop.
local function all_together()
    local group, events, left = {}, {}, CALLS
    for i = 1, 500 do group[i] = { 1, 'x' } end
    fiber.create(function()
        while left > 0 do
            fiber.sleep(0)
            events[#events + 1] = 'turn'
        end
    end)
    for i = 1, CALLS do
        fiber.create(function()
            tx.run(function(now)
                events[#events + 1] = 'begin ' .. i
                put.put_groups(now, { group })
            end)
            events[#events + 1] = 'end ' .. i
            left = left - 1
        end)
    end
    while left > 0 do fiber.sleep(0.001) end
    return events
end

local function position(events, event)
    for i, each in ipairs(events) do
        if each == event then return i end
    end
end

world.run('turns', {
    { 'calls that arrive together are answered in their order, and the first ones before all are done', function(test)
        local events = all_together()
        for i = 2, CALLS do
            test:ok(position(events, 'begin ' .. i - 1) < position(events, 'begin ' .. i))
            test:ok(position(events, 'end ' .. i - 1) < position(events, 'end ' .. i))
        end
        local turns = 0
        for i = 1, position(events, 'begin ' .. CALLS) do
            if events[i] == 'turn' then turns = turns + 1 end
        end
        test:ok(turns >= CALLS / 2, 'turns in which answers could leave: ' .. turns)
        test:is(world.stat().ready, 500 * CALLS)
    end },
    { 'what joins a transaction waits for no turn: it would be aborted', function(test)
        local joined
        fiber.create(all_together)
        box.atomic(function() joined = world.put() end)
        test:ok(world.task(joined) ~= nil)
    end },
})
