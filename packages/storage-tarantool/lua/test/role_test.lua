local fiber = require('fiber')

local world = require('test.world')
world.start()
local role = require('queue.role')
local rows = require('queue.rows')

local function wait_until(condition)
    local deadline = fiber.clock() + 5
    while not condition() and fiber.clock() < deadline do fiber.sleep(0.001) end
    return condition()
end

local function switch(read_only)
    box.cfg({ read_only = read_only })
    wait_until(function() return role.is_prepared() == not read_only end)
end

world.run('role', {
    { 'a read-only node refuses every call loudly, but says hello', function(test)
        world.put()
        switch(true)
        for name, args in pairs({
            put = { { { { 1, 'x' } } } }, get = { 1, 1, 1000 }, done = { {} }, stat = {}, peek = { { 1 } },
            wait = { { 1 }, 0, 1 }, get_records = { { 'a' } }, list_records = { '', nil, 1 },
        }) do
            test:like(world.error_of(queue[name], unpack(args, 1, 3)), '^READ_ONLY: ', name)
        end
        test:is(queue.hello(1)[2].writable, false)
        switch(false)
        test:is(queue.hello(1)[2].writable, true)
    end },
    { 'who becomes writable gives every taken task its timeout anew, in full', function(test)
        local id = world.put({ queue = 2 })
        queue.get(2, 1, 5000)
        world.clock.advance(4000)
        switch(true)
        world.clock.move(4000)
        test:is(world.task(id).state, 3, 'nothing moves on a read-only node')
        switch(false)
        world.clock.advance(4999)
        test:is(world.task(id).state, 3)
        world.clock.advance(1)
        test:is(world.task(id).state, 1)
        test:is(world.task(id).timeouts, 1)
    end },
    { 'a start begins at the later of the wall clock and the last persisted time', function(test)
        world.put({ queue = 3 })
        local persisted = world.stat(3).time
        switch(true)
        world.clock.wall = world.clock.wall - 3600000
        switch(false)
        test:ok(queue.hello(1)[2].now >= persisted, 'time did not go back')
    end },
    { 'a thousand taken tasks and more are renewed', function(test)
        local group = {}
        for i = 1, 2500 do group[i] = { 4, 'x' } end
        queue.put({ group })
        queue.get(4, 2500, 5000)
        world.clock.advance(4000)
        switch(true)
        switch(false)
        local deadline = queue.hello(1)[2].now + 5000
        local late, taken = 0, rows.all(4, 3)
        for _, id in ipairs(taken) do
            if rows.get(id).time ~= deadline then late = late + 1 end
        end
        test:is(#taken, 2500)
        test:is(late, 0)
        test:is(world.stat(4).taken, 2500)
    end },
})
