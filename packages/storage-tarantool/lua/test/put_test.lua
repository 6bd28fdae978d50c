local world = require('test.world')
local queue_module = world.start()

local function refusal(...)
    return world.error_of(queue.put, { { { ... } } })
end

world.run('put', {
    { 'bad requests are refused by name, and nothing happens', function(test)
        local NULL = box.NULL
        test:like(refusal(0, 'x'), '^INVALID_ARGUMENT: queue must be an integer from 1 to 65535, not 0')
        test:like(refusal(1.5, 'x'), '^INVALID_ARGUMENT: queue')
        test:like(refusal('one', 'x'), '^INVALID_ARGUMENT: queue')
        test:like(refusal(1), '^INVALID_ARGUMENT: data must be bytes, not null')
        test:like(refusal(1, 5), '^INVALID_ARGUMENT: data must be bytes')
        test:like(refusal(1, 'x', -1), '^INVALID_ARGUMENT: start_time')
        test:like(refusal(1, 'x', 1, 1), '^INVALID_ARGUMENT: start_time and delay_ms')
        test:like(refusal(1, 'x', NULL, NULL, 256), '^INVALID_ARGUMENT: priority')
        test:like(refusal(1, 'x', NULL, NULL, NULL, NULL, ''), '^INVALID_ARGUMENT: key must not be empty')
        test:like(refusal(1, 'x', NULL, NULL, NULL, NULL, ('k'):rep(513)), '^INVALID_ARGUMENT: key has 513 bytes')
        test:like(refusal(1, 'x', NULL, NULL, NULL, NULL, NULL, 2), '^INVALID_ARGUMENT: on_key says')
        test:like(refusal(1, 'x', 0 / 0), '^INVALID_ARGUMENT: start_time')
        test:like(refusal(1, 'x', math.huge), '^INVALID_ARGUMENT: start_time')
        test:like(world.error_of(queue.put, 5), '^INVALID_ARGUMENT: groups must be a list')
        test:like(world.error_of(queue.put, { 5 }), '^INVALID_ARGUMENT: group must be a list')
        test:like(world.error_of(queue.put, { { 5 } }), '^INVALID_ARGUMENT: a put must be an array')
        test:is(box.space.queue_task:len(), 0)
        test:isnil(world.stat())
    end },
    { 'a payload over the limit says its size and the limit', function(test)
        test:like(refusal(1, ('x'):rep(1048577)),
            '^PAYLOAD_TOO_LARGE: .*1048577 .* 1048576 %[size=1048577 limit=1048576%]$')
    end },
    { 'from Lua: options by name, misspelt ones refused', function(test)
        local id = queue_module.put({ queue = 1, data = 'x', priority = 3, key = 'k', headers = { a = '1' } })
        local task = world.task(id)
        test:is_deeply({ task.priority, task.key, task.headers }, { 3, 'k', '{"a":"1"}' })
        test:is(queue_module.put({ queue = 1, data = 'y', key = 'k', on_key = 'replace' }), id)
        test:is(world.task(id).data, 'y')
        test:like(world.error_of(queue_module.put, { queue = 1, data = 'x', prioriti = 3 }),
            '^INVALID_ARGUMENT: put has no option prioriti')
        test:like(world.error_of(queue_module.put, { queue = 1, data = 'x', key = 'k', on_key = 'drop' }),
            '^INVALID_ARGUMENT: on_key must be add')
    end },
    { 'payloads above 512 bytes have a space of their own, and leave it with their task', function(test)
        local small, large = ('s'):rep(512), ('l'):rep(513)
        local id = world.put({ key = 'size', data = small })
        test:is(box.space.queue_payload:len(), 0)
        world.put({ key = 'size', data = large, on_key = 'replace' })
        test:is(box.space.queue_payload:get(id)[2], large)
        test:ok(world.task(id).data == nil)
        world.put({ key = 'size', data = ('m'):rep(600), on_key = 'replace' })
        test:is(#box.space.queue_payload:get(id)[2], 600)
        world.put({ key = 'size', data = small, on_key = 'replace' })
        test:is(box.space.queue_payload:len(), 0)
        local other = world.put({ data = large })
        queue.cancel({ other })
        test:is(box.space.queue_payload:len(), 0)
    end },
    { 'times far in the future stay plain numbers', function(test)
        local far = 253402300799999
        local id = world.put({ start_time = far, ttl_ms = 100 * 366 * 86400000, queue = 5 })
        local rows = require('queue.rows')
        test:is(type(rows.get(id).start_time), 'number')
        test:is(rows.get(id).start_time, far)
        test:is(queue.stat()[2][2][18], far)
        test:is_deeply(queue.run_now({ id }), { 1, {} })
    end },
})
