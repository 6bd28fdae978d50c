-- The queue module as a service would run it, with a user of each role.
require('queue').start{ shard = 0 }

if not box.info.ro then
    box.schema.user.create('tester', {password = 'secret', if_not_exists = true})
    box.schema.user.grant('tester', 'queue_admin', nil, nil, {if_not_exists = true})
    box.schema.user.create('operator', {password = 'secret', if_not_exists = true})
    box.schema.user.grant('operator', 'execute', 'universe', nil, {if_not_exists = true})
end

-- For the tests alone: what an operator would do on the console.
rawset(_G, 'set_read_only', function(value)
    box.cfg{read_only = value}
    return {1}
end)
