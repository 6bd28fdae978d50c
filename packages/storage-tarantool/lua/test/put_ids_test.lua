local world = require('test.world')
world.start()
local put_ids = require('queue.put_ids')

local HOUR = 3600000

world.run('put_ids', {
    { 'a repeated put within an hour finds the first, also after the task is gone', function(test)
        local id = world.put({ put_id = 'a' })
        queue.cancel({ id })
        world.clock.advance(HOUR - 1)
        test:is(world.put({ put_id = 'a' }), id)
        test:isnt(world.put({ put_id = 'a', queue = 2 }), id, 'in its own queue')
        world.clock.advance(1)
        test:isnt(world.put({ put_id = 'a' }), id, 'then it is a new one')
    end },
    { 'old ones are forgotten, a bounded number at a time', function(test)
        for i = 1, 25 do world.put({ put_id = 'p' .. i }) end
        local now = { wall = require('queue.clock').now() + HOUR }
        local before = box.space.queue_put_id:len()
        box.atomic(function() put_ids.forget(now, 10) end)
        test:is(box.space.queue_put_id:len(), before - 10)
        world.clock.advance(HOUR)
        test:is(box.space.queue_put_id:len(), 0, 'the timer forgets them all')
    end },
    { 'within one call the second gets the id of the first', function(test)
        local put = { 1, 'x', nil, nil, nil, nil, nil, nil, nil, 'twice' }
        for i = 3, 9 do put[i] = box.NULL end
        local ids = queue.put({ { put, put } })[2][1]
        test:is(ids[1], ids[2])
    end },
})
