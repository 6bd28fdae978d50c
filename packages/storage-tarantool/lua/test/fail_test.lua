local world = require('test.world')
world.configure()
local fail = require('queue.fail')

--- The text of what a server's own error becomes.
local function text_of(change)
    local _, err = pcall(change)
    return fail.text(err)
end

world.run('fail', {
    { 'our own errors keep their text', function(test)
        test:is(fail.text('STORAGE_FULL: no room'), 'STORAGE_FULL: no room')
        test:is(world.error_of(fail.invalid, '%s is bad', 'x'), 'INVALID_ARGUMENT: x is bad')
        test:is(world.error_of(fail.invalid, '100 % as it is'), 'INVALID_ARGUMENT: 100 % as it is')
    end },
    { 'what nobody expected is INTERNAL', function(test)
        test:like(text_of(function() error('oops') end), '^INTERNAL: .*oops')
        test:like(text_of(function() error({ 1 }) end), '^INTERNAL: table')
        test:like(text_of(function() error() end), '^INTERNAL: nil')
        test:like(fail.text('SHOUTING: loud'), '^INTERNAL: SHOUTING')
    end },
    { 'errors of the server have their code', function(test)
        box.schema.space.create('private'):create_index('pk')
        box.schema.user.create('nobody')
        test:like(text_of(function()
            box.session.su('nobody', function() box.space.private:insert({ 1 }) end)
        end), '^FORBIDDEN: ')
        box.cfg({ read_only = true })
        test:like(text_of(function() box.space.private:insert({ 1 }) end), '^READ_ONLY: ')
        box.cfg({ read_only = false })
        test:like(text_of(function()
            local big = ('x'):rep(1000000)
            for i = 1, 1000 do box.space.private:insert({ i, big }) end
        end), '^STORAGE_FULL: ')
    end },
})
