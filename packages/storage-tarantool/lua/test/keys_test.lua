local world = require('test.world')
world.start()

--- No row of keys or blocked tasks is left over, and each belongs to a task.
local function consistent()
    for _, row in box.space.queue_key:pairs() do
        local head = world.task(row.head)
        if head == nil or head.key ~= row.key or head.state > 3 then return false end
    end
    for _, row in box.space.queue_key_wait:pairs() do
        local task = world.task(row.id)
        if task == nil or task.state ~= 4 then return false end
    end
    return true
end

world.run('keys', {
    { 'a plain queue pays nothing for keys', function(test)
        world.put()
        test:is(box.space.queue_key:len(), 0)
        queue.done(world.take(1))
    end },
    { 'the head holds the key, the others are blocked by id', function(test)
        local ids = { world.put({ key = 'a' }), world.put({ key = 'a', priority = 0 }), world.put({ key = 'a' }) }
        test:is_deeply({ world.task(ids[1]).state, world.task(ids[2]).state, world.task(ids[3]).state }, { 1, 4, 4 })
        local lease = world.take(5)
        test:is(#lease, 2)
        queue.done(lease)
        test:is(world.task(ids[2]).state, 1)
        test:ok(consistent())
        queue.cancel(ids)
        test:is(box.space.queue_key:len() + box.space.queue_key_wait:len(), 0)
    end },
    { 'a head found expired frees the next at that moment', function(test)
        world.put({ key = 'b', ttl_ms = 100 })
        local next_id = world.put({ key = 'b' })
        local start = world.START
        world.clock.advance(500)
        test:is(world.task(next_id).state, 1)
        test:ok(world.task(next_id).start_time < world.clock.wall, 'at the expiry, not when it was noticed')
        test:ok(world.task(next_id).start_time > start)
        test:ok(consistent())
        queue.cancel({ next_id })
    end },
    { 'a thousand expired heads in a row need more than one call, and lose nobody', function(test)
        for i = 1, 2500 do world.put({ key = 'c', ttl_ms = 100, queue = 2 }) end
        local last = world.put({ key = 'c', queue = 2 })
        world.clock.move(1000)
        for _ = 1, 5 do queue.get(2, 1, 1000) end
        test:is(world.task(last).state, 3)
        test:is(box.space.queue_key_wait:len(), 0)
        test:is(world.stat(2).expired, 2500)
        test:ok(consistent())
    end },
})
