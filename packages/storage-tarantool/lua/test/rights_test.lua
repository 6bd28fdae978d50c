local world = require('test.world')
world.start()

for name, role in pairs({ producer = 'queue_producer', worker = 'queue_worker', operator = 'queue_admin' }) do
    box.schema.user.create(name, { password = name })
    box.schema.user.grant(name, role)
end

local function as(user, call)
    local connection = world.connect(user, user)
    local ok, result = pcall(call, connection)
    connection:close()
    return ok and result or tostring(result)
end

local ADMIN_ONLY = { 'peek', 'list', 'kick', 'run_now', 'bury_waiting', 'cancel', 'clear', 'pause' }

world.run('rights', {
    { 'a worker takes and settles', function(test)
        as('producer', function(c) return c:call('queue.put', { { { { 1, 'x' } } } }) end)
        local answer = as('worker', function(c) return c:call('queue.get', { 1, 1, 1000 }) end)
        test:is(#answer[2], 1)
        local lease = { answer[2][1][3], answer[2][1][4] }
        test:is_deeply(as('worker', function(c) return c:call('queue.done', { lease }) end), { 1, {} })
    end },
    { 'a worker cannot eval', function(test)
        local denied = as('worker', function(c) return c:eval('return 1') end)
        test:like(denied, "Execute access to universe '' is denied")
    end },
    { 'a worker cannot read or write a space, also not by the tables of the module', function(test)
        local denied = as('worker', function(c)
            local ids = {}
            for _, name in ipairs({ 'task', 'payload', 'stat', 'meta', 'record' }) do
                table.insert(ids, box.space['queue_' .. name].id)
            end
            local reached = {}
            for _, id in ipairs(ids) do
                local ok = pcall(function() return c:_request('select', nil, nil, nil, id, 0, 0, 0, 10, {}) end)
                if ok then table.insert(reached, id) end
            end
            return { reached, c.space.queue_task == nil }
        end)
        test:is_deeply(denied[1], {}, 'no space could be selected')
        test:ok(denied[2], 'nor does it see that they exist')
    end },
    { 'a worker cannot call what is for administrators', function(test)
        for _, name in ipairs(ADMIN_ONLY) do
            local denied = as('worker', function(c) return c:call('queue.' .. name, { 1 }) end)
            test:like(denied, "Execute access to function 'queue." .. name .. "' is denied", name)
        end
    end },
    { 'a worker cannot call other functions of the server', function(test)
        for _, name in ipairs({ 'box.schema.user.create', 'os.exit', 'box.space.queue_task:truncate' }) do
            test:like(as('worker', function(c) return c:call(name, { 'x' }) end), 'denied', name)
        end
    end },
    { 'a producer puts and looks, and cannot take', function(test)
        test:is(as('producer', function(c) return c:call('queue.stat', {}) end)[1], 1)
        test:like(as('producer', function(c) return c:call('queue.get', { 1, 1, 1000 }) end), 'is denied')
    end },
    { 'an administrator may call all functions, and nothing else', function(test)
        test:is_deeply(as('operator', function(c) return c:call('queue.pause', { 1, true }) end), { 1 })
        test:like(as('operator', function(c) return c:eval('return 1') end), 'denied')
    end },
    { 'nobody gets in as a guest or as the owner', function(test)
        local guest = require('net.box').connect(world.address)
        local ok, err = pcall(guest.call, guest, 'queue.hello', { 1 })
        guest:close()
        test:ok(not ok, tostring(err))
        local owner = require('net.box').connect(world.address, { user = 'queue_owner', password = '' })
        test:ok(not owner:is_connected(), 'queue_owner cannot log in')
        owner:close()
    end },
    { 'the owner may touch our spaces, and nothing else', function(test)
        box.schema.space.create('private'):create_index('pk')
        local ok = pcall(box.session.su, 'queue_owner', function() return box.space.private:select() end)
        test:ok(not ok)
        ok = pcall(box.session.su, 'queue_owner', function() return box.schema.user.create('mallory') end)
        test:ok(not ok)
    end },
})
