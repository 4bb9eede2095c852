/* Data as API clients store it: values as strings, empty last rows, unused parts. Shared by the tests. */

const row = (name: string, type: string, value: string, require: string, remark: string, more = {}) => ({
  name,
  type,
  value,
  require,
  remark,
  ...more,
})
const empty = row('', 'string', '', '1', '')

/** A POST with a JSON body, as stored by the client itself. */
export const createOrder = {
  info: {
    from: 'runapi',
    type: 'api',
    title: 'Create an order',
    description: 'Creates an order and reserves its stock for **30 minutes**.',
    method: 'post',
    url: '{{host}}/v1/warehouses/:warehouse_id/orders',
    remark: 'Send the same `Idempotency-Key` again after a timeout:\n\n- nothing is ordered twice\n- the first answer comes back',
    apiStatus: '3',
  },
  request: {
    params: {
      mode: 'json',
      urlencoded: [empty],
      formdata: [empty],
      json: '{"reference":"PO-2026-118","ship_to":{"name":"Emma","zip_code":"3011"},"lines":[{"sku":"BRK-0440-BLK","quantity":12}]}',
      jsonDesc: [
        row('reference', 'string', 'PO-2026-118', '0', 'Your own number, at most 40 characters'),
        row('ship_to', 'object', '', '1', 'Where it goes'),
        row('ship_to.zip_code', 'string', '', '1', ''),
        row('lines', 'array', '', '1', 'One to 200 lines', { children: [row('sku', 'string', '', '1', 'Stock keeping unit')] }),
      ],
    },
    headers: [
      row('Authorization', 'string', 'Bearer {{token}}', '1', 'Scope `orders:write`'),
      row('X-Debug', 'string', '1', '0', 'Switched off', { disable: '1' }),
      empty,
    ],
    cookies: [
      { name: 'lang', value: 'en' },
      { name: '', value: '' },
    ],
    auth: { type: 'bearer', disabled: '0', bearer: [{ key: 'token', value: 'sk_live_4242', type: 'string' }] },
    query: [row('dry_run', 'boolean', 'false', '0', 'Checks and changes nothing')],
    pathVariable: [row('warehouse_id', 'string', 'wh_rotterdam_2', '1', 'Where the stock is taken from')],
  },
  response: {
    responseText: '{"live":"answer of the last try"}',
    responseOriginal: { live: 'answer of the last try' },
    responseExample: '{"order_id":12345678901234567890,"state":"reserved","lines":[]}',
    responseHeader: { date: 'Tue, 14 Mar 2023 09:25:11 GMT' },
    responseStatus: 201,
    responseTime: 162,
    responseParamsDesc: [
      { name: 'order_id', type: 'int', remark: 'Number of the order' },
      { name: 'state', type: 'string', remark: 'reserved, confirmed\nor shipped' },
    ],
    responseFailExample: '{"error_code":409,"error_message":"out_of_stock"}',
    responseFailParamsDesc: [{ name: 'error_code', type: 'int', remark: '' }],
    remark: '',
  },
  scripts: { pre: 'setHeader("a", "b")', post: '' },
  testCases: [],
  extend: {},
}

/** A form in Chinese, HTML-escaped as older installations stored it. */
export const login = {
  info: {
    from: 'runapi',
    type: 'api',
    title: '用户登录',
    description: '用户登录，成功后返回 token <7 天内有效>',
    method: 'post',
    url: 'https://api.example.com/api/user/login',
    remark: '连续输错 5 次密码后需填写验证码 v_code',
    apiStatus: '2',
  },
  request: {
    params: {
      mode: 'urlencoded',
      json: '',
      jsonDesc: [],
      urlencoded: [
        row('username', 'string', 'zhangsan', '1', '用户名'),
        row('password', 'string', '', '1', '密码|登录密码'),
        row('v_code', 'string', '', '0', '验证码<br>仅在需要时填写'),
        row('old_sign', 'string', '', '0', '已停用', { disable: '1' }),
      ],
      formdata: [],
    },
    headers: [row('Content-Type', 'string', 'application/x-www-form-urlencoded', '1', '')],
    cookies: [],
    auth: [],
  },
  response: {
    responseExample: '{"error_code":0,"data":{"uid":"1","user_token":"588bb8d2"}}',
    responseParamsDesc: [
      { name: 'error_code', type: 'int', remark: '错误码，0 表示成功' },
      { name: 'data', type: 'object', remark: '' },
      { name: 'data.user_token', type: 'string', remark: '登录凭证' },
    ],
  },
  extend: [],
}
export const loginStored = JSON.stringify(login)
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')

/** A GET from an imported Postman collection: the query is stored as a form. */
export const getUser = {
  info: {
    from: 'runapi',
    type: 'api',
    title: 'Get user',
    description: null,
    method: 'get',
    url: 'http://example.com/users?id=1',
    remark: '',
  },
  request: {
    params: { mode: 'formdata', json: '', urlencoded: [], formdata: [row('id', 'string', '1', '1', 'the id')] },
    headers: [row('Accept', 'string', 'application/json', '1', '')],
    cookies: [],
    auth: [],
  },
  response: [],
  extend: [],
}
