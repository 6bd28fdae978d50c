local space = box.schema.space.create('starts', {if_not_exists = true})
space:create_index('pk', {if_not_exists = true})
space:auto_increment{}
io.stdout:write('starts: ' .. space:len() .. '\n')
