--- Errors as clients read them: a stable token (a code of QueueError), a colon, and words for people.
local M = {}

function M.raise(code, text, ...)
    error(code .. ': ' .. (select('#', ...) > 0 and text:format(...) or text), 0)
end

function M.invalid(text, ...)
    M.raise('INVALID_ARGUMENT', text, ...)
end

local CODES = {
    [box.error.READONLY] = 'READ_ONLY',
    [box.error.ACCESS_DENIED] = 'FORBIDDEN',
    -- The transaction was rolled back, so the outcome is known.
    [box.error.WAL_IO] = 'UNAVAILABLE',
}

local OURS = {
    INVALID_ARGUMENT = true, PAYLOAD_TOO_LARGE = true, STORAGE_FULL = true, UNAVAILABLE = true,
    READ_ONLY = true, FORBIDDEN = true, INCOMPATIBLE = true, INTERNAL = true,
}

--- Whatever was thrown, as one of our texts.
function M.text(err)
    if type(err) == 'string' then
        return OURS[err:match('^([%u_]+): ')] and err or 'INTERNAL: ' .. err
    end
    local is_error, kind, number = pcall(function() return err.type, err.code end)
    -- Errors of memory have no number.
    local code = is_error and (kind == 'OutOfMemory' and 'STORAGE_FULL' or CODES[number]) or 'INTERNAL'
    return code .. ': ' .. tostring(err)
end

return M
