local world = require('test.world')
world.start()

local rank_of = require('queue.rank')

local READY, DELAYED, TAKEN, DEAD = 1, 2, 3, 5
local LAST_YEAR = 253402300799999 -- the end of 9999

world.run('rank', {
    { 'it knows its queue and its state, to the last', function(test)
        for _, queue in ipairs({ 1, 2, 65535 }) do
            for state = 1, 5 do
                for _, time in ipairs({ 0, world.START, LAST_YEAR }) do
                    local rank = rank_of.of(queue, state, state == READY and 255 or 0, time)
                    test:is(rank_of.queue(rank), queue)
                    test:is(rank_of.state(rank), state)
                    test:ok(rank < 2 ^ 53 and rank == math.floor(rank), 'a plain number')
                end
            end
        end
    end },
    { 'it never puts the later before the earlier', function(test)
        local times = { 0, 1, 1577836800000, 1577836800127, 1577836800128, world.START, world.START + 1, 2 ^ 42, LAST_YEAR }
        local wrong = 0
        for _, state in ipairs({ READY, DELAYED, TAKEN, DEAD }) do
            for i = 2, #times do
                if rank_of.of(7, state, 3, times[i - 1]) > rank_of.of(7, state, 3, times[i]) then wrong = wrong + 1 end
            end
        end
        test:is(wrong, 0)
        test:ok(rank_of.of(7, READY, 3, LAST_YEAR) < rank_of.of(7, READY, 4, 0), 'nor a priority before a higher one')
        test:ok(rank_of.of(7, READY, 255, LAST_YEAR) < rank_of.lowest(7, DELAYED), 'nor into the next state')
        test:ok(rank_of.of(7, DEAD, 0, LAST_YEAR) < rank_of.lowest(8, READY), 'or queue')
    end },
    { 'tasks whose ranks are equal go by their exact start, and then by id', function(test)
        local ids = {}
        for _, offset in ipairs({ 5, 3, 3, 4 }) do
            table.insert(ids, world.put({ start_time = world.START - offset }))
        end
        local taken = world.take(4)
        test:is_deeply({ taken[1], taken[3], taken[5], taken[7] }, { ids[1], ids[4], ids[2], ids[3] })
        queue.done(taken)
    end },
    { 'a start before 2020 or after 2089 keeps its order, too', function(test)
        local late = world.put({ start_time = 4000000000000 })
        local later = world.put({ start_time = 4000000000001 })
        local old = world.put({ start_time = 1000 })
        local oldest = world.put({ start_time = 999 })
        local taken = world.take(4)
        test:is_deeply({ taken[1], taken[3] }, { oldest, old })
        local listed = queue.list(1, 'delayed', 10)[2]
        test:is_deeply({ tonumber(listed[1][3]), tonumber(listed[2][3]) }, { late, later })
    end },
})
