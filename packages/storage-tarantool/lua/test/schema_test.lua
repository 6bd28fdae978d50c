local world = require('test.world')
local queue_module = world.start({ shard = 7 })
local schema = require('queue.schema')

world.run('schema', {
    { 'a start makes the spaces, with two indexes for tasks', function(test)
        test:is(schema.meta('schema'), schema.VERSION)
        local names = {}
        for i = 0, #box.space.queue_task.index do names[i + 1] = box.space.queue_task.index[i].name end
        test:is_deeply(names, { 'pk', 'order' })
    end },
    { 'ids carry the shard, and are plain numbers', function(test)
        local id = world.put()
        test:is(id, 7 * 2 ^ 44 + 1)
        test:is(type(queue.put({ { { 1, 'x' } } })[2][1][1]), 'number')
        test:is_deeply(queue.done(world.take(1)), { 1, {} }, 'and name their tasks')
    end },
    { 'migrations may run again and change nothing', function(test)
        local before = schema.meta('last_id')
        schema.migrate(7)
        schema.migrate(7)
        test:is(schema.meta('last_id'), before)
        test:is(schema.meta('schema'), schema.VERSION)
    end },
    { 'a migration that was interrupted is run again', function(test)
        schema.set_meta('schema', 0)
        schema.migrate(7)
        test:is(schema.meta('schema'), schema.VERSION)
        test:is(world.stat().put, 2, 'with all data in place')
    end },
    { 'data of a newer module are refused', function(test)
        schema.set_meta('schema', schema.VERSION + 1)
        test:like(world.error_of(queue_module.start, { shard = 7 }), '^INCOMPATIBLE: the data have schema version')
        schema.set_meta('schema', schema.VERSION)
    end },
    { 'data in the layout of before the first release are refused, and left as they are', function(test)
        schema.set_meta('schema', schema.OLDEST - 1)
        local before = box.space.queue_task:count()
        test:like(world.error_of(queue_module.start, { shard = 7 }), '^INCOMPATIBLE: .* empty directory')
        test:is(schema.meta('schema'), schema.OLDEST - 1)
        test:is(box.space.queue_task:count(), before)
        schema.set_meta('schema', schema.VERSION)
    end },
    { 'data of another shard are refused', function(test)
        test:like(world.error_of(queue_module.start, { shard = 8 }), '^INCOMPATIBLE: the data are those of shard 7')
    end },
    { 'unknown and wrong options of start are refused', function(test)
        test:like(world.error_of(queue_module.start, { sharp = 1 }), '^INVALID_ARGUMENT: start has no option sharp')
        test:like(world.error_of(queue_module.start, { shard = 512 }), '^INVALID_ARGUMENT: start: shard must be')
    end },
})
