local world = require('test.world')
world.start()

local function commit(request)
    local lists = {}
    for i, name in ipairs({ 'expect', 'done', 'retry', 'release', 'bury', 'cancel', 'set', 'del', 'put' }) do
        lists[i] = request[name] or {}
    end
    return queue.commit(unpack(lists))
end

world.run('commit', {
    { 'records have versions, and are stored as bin', function(test)
        test:is_deeply(commit({ expect = { 'a', 0 }, set = { 'a', 'one' } }), { 1, {} })
        test:is_deeply(commit({ expect = { 'a', 0 }, set = { 'a', 'two' } }), { 0, 'record', 'a' })
        test:is_deeply(commit({ expect = { 'a', 1 }, set = { 'a', 'two' } }), { 1, {} })
        test:is(box.space.queue_record:get('a').version, 2)
        commit({ del = { 'a' } })
        test:is(queue.get_records({ 'a' })[2][1], nil)
    end },
    { 'a guard that fails stops everything', function(test)
        world.put()
        local lease = world.take(1)
        local stat = box.space.queue_stat:get(1):totable()
        local answer = commit({ done = lease, cancel = { 424242 }, set = { 'b', 'x' }, put = { { 1, 'y' } } })
        test:is_deeply(answer, { 0, 'task', 424242 })
        test:is_deeply(box.space.queue_stat:get(1):totable(), stat)
        test:is(#queue.get_records({ 'b' })[2], 0)
        test:is_deeply(commit({ done = lease, put = { { 1, 'y' } } })[1], 1)
        test:is_deeply(commit({ done = lease }), { 0, 'lease', lease[1] })
    end },
    { 'a put of a commit sees the key that its done frees', function(test)
        local id = world.put({ queue = 2, key = 'k' })
        local task = queue.get(2, 1, 1000)[2][1]
        local put = { 2, 'next', box.NULL, box.NULL, box.NULL, box.NULL, 'k' }
        local answer = commit({ done = { task[3], task[4] }, put = { put } })
        test:is(world.task(answer[2][1]).state, 1)
        test:isnil(world.task(id))
    end },
    { 'a bad argument throws after nothing has happened', function(test)
        test:like(world.error_of(commit, { set = { 'c', 'v' }, put = { { 0, 'x' } } }), '^INVALID_ARGUMENT: queue')
        test:is(#queue.get_records({ 'c' })[2], 0)
        test:like(world.error_of(commit, { set = { 'c', 5 } }), '^INVALID_ARGUMENT: value must be bytes')
        test:like(world.error_of(commit, { del = 5 }), '^INVALID_ARGUMENT: commit: del must be a list')
        test:like(world.error_of(commit, { bury = { 1, 1, 5 }, set = { 'c', 'v' } }), 'nothing was thrown')
    end },
    { 'pages of records go by the bytes of their keys', function(test)
        for _, key in ipairs({ 'p/b', 'p/a', 'p', 'q', 'p/я' }) do commit({ set = { key, key } }) end
        local function keys(prefix, after, limit)
            local found = {}
            for i, row in ipairs(queue.list_records(prefix, after, limit)[2]) do found[i] = row[1] end
            return found
        end
        test:is_deeply(keys('p', nil, 10), { 'p', 'p/a', 'p/b', 'p/я' })
        test:is_deeply(keys('p', 'p/a', 1), { 'p/b' })
        test:is_deeply(keys('p/', 'a', 10), { 'p/a', 'p/b', 'p/я' })
    end },
})
