local fiber = require('fiber')

local world = require('test.world')
world.start()
local put = require('queue.put')
local tx = require('queue.tx')

local CALLS = 20

--- Calls that arrive together, each with work for a whole turn; what happened, in order.
local function all_together()
    local group, events, left = {}, {}, CALLS
    for i = 1, 500 do group[i] = { 1, 'x' } end
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
    { 'calls that arrive together are answered one after another, in their order', function(test)
        local events = all_together()
        test:ok(position(events, 'end 1') < position(events, 'begin ' .. CALLS), 'the first before the last begins')
        for i = 2, CALLS do
            test:ok(position(events, 'begin ' .. i - 1) < position(events, 'begin ' .. i))
            test:ok(position(events, 'end ' .. i - 1) < position(events, 'end ' .. i))
        end
        test:is(world.stat().ready, 500 * CALLS)
    end },
    { 'what joins a transaction waits for no turn: it would be aborted', function(test)
        local joined
        fiber.create(all_together)
        box.atomic(function() joined = world.put() end)
        test:ok(world.task(joined) ~= nil)
    end },
})
