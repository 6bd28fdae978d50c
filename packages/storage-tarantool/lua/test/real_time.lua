-- The module as in production, and one user with its roles.
require('queue').start({})
box.schema.user.create('worker', { password = 'secret:@' })
box.schema.user.grant('worker', 'queue_worker')
box.schema.user.grant('worker', 'queue_admin')
