/** A collection of version 2 with every feature. */
export const everything = {
  info: {
    name: 'Orders',
    description: { content: 'All calls of the **order** service.', type: 'text/markdown' },
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'host', value: 'https://api.test', description: 'Where it runs' },
    { key: 'api_key', value: 'sk-live-4242', type: 'string' },
    { key: 'pin', value: '9911', type: 'secret' },
    { key: 'old', value: '1', disabled: true },
  ],
  event: [{ listen: 'prerequest', script: { exec: ['pm.collection()', '```', ':::'], type: 'text/javascript' } }],
  item: [
    {
      name: 'Create order',
      event: [{ listen: 'test', script: { exec: 'pm.test("ok")' } }],
      request: {
        method: 'post',
        auth: {
          type: 'apikey',
          apikey: [
            { key: 'value', value: 'literal-secret' },
            { key: 'key', value: 'X-Api-Key' },
            { key: 'in', value: 'header' },
          ],
        },
        header: [
          { key: 'Content-Type', value: 'application/json' },
          { key: 'Authorization', value: 'Bearer eyJhbGciOi' },
          { key: 'X-Debug', value: 'on', disabled: true, description: { content: 'only in tests' } },
        ],
        url: {
          raw: '{{host}}/shops/:shop_id/orders?dry=1&token=abc#top',
          host: ['{{host}}'],
          path: ['shops', ':shop_id', 'orders'],
          query: [
            { key: 'dry', value: '1', description: 'checks | and changes nothing' },
            { key: 'token', value: 'abc', disabled: true },
          ],
          variable: [{ key: 'shop_id', value: '7', description: 'Number of the shop' }],
        },
        description: 'Makes an order.',
        body: {
          mode: 'raw',
          raw: '{"lines":[{"sku":"A-1","count":2}],"note":{{note}},"big":12345678901234567890}',
          options: { raw: { language: 'json' } },
        },
      },
      response: [
        {
          name: 'Made',
          code: 201,
          status: 'Created',
          header: [
            { key: 'Location', value: '/orders/1' },
            { key: 'Set-Cookie', value: 'sid=secret; Path=/' },
          ],
          body: '{"order_id":1,"state":"new"}',
          originalRequest: { method: 'POST', url: { raw: '{{host}}/shops/8/orders' }, body: { mode: 'raw', raw: '{"lines":[]}' } },
        },
        { name: 'No stock', code: 409, header: null, body: '<error>none</error>' },
      ],
    },
    {
      name: 'Forms',
      description: { content: 'Every body.', type: 'text/plain' },
      auth: { type: 'basic', basic: { username: 'ann', password: 'hunter2' } },
      item: [
        {
          name: 'Log in',
          request: {
            method: 'POST',
            url: '{{host}}/in',
            body: {
              mode: 'urlencoded',
              urlencoded: [
                { key: 'user', value: 'ann' },
                { key: 'password', value: 'hunter2' },
                { key: 'old', value: '1', disabled: true },
              ],
            },
          },
        },
        {
          name: 'Upload',
          request: {
            method: 'PUT',
            url: '{{host}}/up',
            body: {
              mode: 'formdata',
              formdata: [
                { key: 'picture', type: 'file', src: ['/home/ann/sky.png'], contentType: 'image/png' },
                { key: 'title', value: 'Sky', type: 'text' },
              ],
            },
          },
        },
        {
          name: 'Ask',
          request: {
            method: 'POST',
            url: '{{host}}/graphql',
            body: { mode: 'graphql', graphql: { query: 'query Q { me { id } }', variables: '{"n": 1}' } },
          },
        },
        {
          name: 'Bytes',
          request: {
            method: 'POST',
            url: '{{host}}/bytes',
            body: { mode: 'file', file: { src: 'C:\\dumps\\data.bin' } },
            auth: { type: 'noauth' },
          },
        },
        {
          name: 'Plain',
          request: {
            url: { protocol: 'https', host: ['api', 'test'], port: '8443', path: ['v1', { value: 'x', type: 'string' }] },
            header: 'Accept: text/plain\nX-One: 1',
          },
        },
        { name: 'Short', request: 'https://ann:pw@api.test/short?a=1&b=%E4%BD%A0' },
        { name: 'Odd', request: { method: 'LINK', url: 'https://api.test/odd', body: { mode: 'telepathy' } } },
        {
          name: 'A',
          item: [{ name: 'B', item: [{ name: 'C', description: 'Deep', item: [{ name: 'Deepest', request: 'https://api.test/deep' }] }] }],
        },
      ],
    },
    'no item',
    { name: 'Nothing' },
  ],
}

/** A collection of version 1 whose order differs from the order of its lists. */
export const version1Sample = {
  id: 'c1',
  name: 'Old',
  description: 'Old form',
  order: ['r2', 'r1'],
  folders_order: ['f2', 'f1'],
  folders: [
    { id: 'f1', name: 'One', order: ['r4', 'r3'], folders_order: ['f3'], description: 'Says something' },
    { id: 'f2', name: 'Two', order: [] },
    { id: 'f3', name: 'Inside', folder: 'f1', order: ['r5'] },
    { id: 'f4', name: 'Circle', folder: 'f5' },
    { id: 'f5', name: 'Ring', folder: 'f4' },
  ],
  requests: [
    {
      id: 'r1',
      name: 'First',
      method: 'GET',
      url: 'http://x.test/a/:id?q=1',
      headers: 'Accept: a/b\n// X-Off: 1\n',
      pathVariables: { id: '7' },
      description: 'd1',
    },
    {
      id: 'r2',
      name: 'Second',
      method: 'POST',
      url: 'http://x.test/b',
      dataMode: 'params',
      data: [{ key: 'f', value: 'v', type: 'text', enabled: true }],
      tests: 'check()',
    },
    {
      id: 'r3',
      name: 'Third',
      folder: 'f1',
      method: 'POST',
      url: 'http://x.test/c',
      dataMode: 'raw',
      rawModeData: '{"a":1}',
      currentHelper: 'basicAuth',
      helperAttributes: { id: 'basic', username: 'ann', password: 'pw' },
    },
    {
      id: 'r4',
      name: 'Fourth',
      folder: 'f1',
      method: 'POST',
      url: 'http://x.test/d',
      dataMode: 'urlencoded',
      data: [{ key: 'u', value: '1' }],
      responses: [
        { id: 'x', name: 'ok', responseCode: { code: 200, name: 'OK' }, text: '{"done":true}', headers: [{ key: 'X-R', value: '2' }] },
      ],
    },
    { id: 'r5', name: 'Fifth', method: 'GET', url: 'http://x.test/e' },
    { id: 'r6', name: 'Lost', folder: 'gone', method: 'GET', url: 'http://x.test/f' },
    { id: 'r7', name: 'In a ring', folder: 'f4', method: 'GET', url: 'http://x.test/g' },
  ],
}
