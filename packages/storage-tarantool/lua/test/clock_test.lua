local world = require('test.world')
local clock = require('queue.clock')

local manual = world.clock
local HOUR = 3600000

local function begin(persisted)
    manual.monotonic = 1000
    manual.install(world.START)
    clock.start(persisted or 0)
end

--- Lets time pass in steps of a second.
local function pass(seconds)
    for _ = 1, seconds do
        manual.monotonic = manual.monotonic + 1000
        manual.wall = manual.wall + 1000
        clock.now()
    end
end

world.run('clock', {
    { 'both scales begin at the wall clock', function(test)
        begin()
        test:is_deeply({ clock.now() }, { world.START, world.START })
    end },
    { 'a start begins at the last persisted time, if that is later', function(test)
        begin(world.START + 5000)
        test:is_deeply({ clock.now() }, { world.START + 5000, world.START + 5000 })
    end },
    { 'fractions are never shown', function(test)
        begin()
        manual.monotonic, manual.wall = manual.monotonic + 0.7, manual.wall + 0.7
        test:is_deeply({ clock.now() }, { world.START, world.START })
    end },
    { 'a jump of the wall clock moves no lease', function(test)
        for _, jump in ipairs({ HOUR, -HOUR }) do
            begin()
            manual.wall = manual.wall + jump
            pass(10)
            local _, lease = clock.now()
            test:is(lease, world.START + 10000, 'ten seconds have passed for leases')
        end
    end },
    { 'after a jump the wall scale gains or loses a tenth, and never runs backwards', function(test)
        for _, jump in ipairs({ HOUR, -HOUR }) do
            begin()
            manual.wall = manual.wall + jump
            local last = clock.now()
            for _ = 1, 100 do
                pass(1)
                local wall = clock.now()
                if wall < last then test:fail('it ran backwards') end
                last = wall
            end
            local expected = world.START + 100000 + (jump > 0 and 10000 or -10000)
            test:ok(math.abs(last - expected) <= 1, ('%d after a jump of %d'):format(last - world.START, jump))
        end
    end },
    { 'it catches up with the wall clock, and then keeps to it', function(test)
        begin()
        manual.wall = manual.wall + 1000
        pass(60)
        test:is(clock.now(), manual.wall)
    end },
    { 'it stands still when no time passes', function(test)
        begin()
        manual.wall = manual.wall + HOUR
        test:is(clock.now(), world.START)
    end },
})
