--- What a client has to know of this module.
return {
    --- How calls and answers look; clients refuse another one.
    PROTOCOL = 1,
    MODULE = '0.0.0',
    --- What came after protocol 1 began, and a client may use where it is true.
    FEATURES = { transactional_put = true },
}
