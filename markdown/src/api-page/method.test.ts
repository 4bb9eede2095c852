import { expect, it } from 'vitest'
import { methodOf } from './method.ts'
import { createOrder, getUser, loginStored } from './samples.ts'

it.each([
  [JSON.stringify(createOrder), 'POST'],
  [JSON.stringify(getUser), 'GET'],
  [loginStored, 'POST'],
  ['Lead.\n\n```endpoint\nDELETE https://example.com/x\n```\n', 'DELETE'],
  ['```endpoint finished\nPUT /x\n```\n', 'PUT'],
  ['```endpoint\npatch /x\n```\n', 'PATCH'],
  [
    '##### 简要描述\n\n- 用户注册接口\n\n##### 请求URL\n- ` http://xx.com/api/user/register `\n\n##### 请求方式\n- POST \n\n##### 参数\n',
    'POST',
  ],
  ['**简要描述：** \n\n- 用户注册接口\n\n**请求方式：**\n- post \n', 'POST'],
  ['**请求方式：** GET\n', 'GET'],
  ['请求方法: `PATCH`', 'PATCH'],
  ['**Method:** delete', 'DELETE'],
])('%j is %s', (content, method) => expect(methodOf(content)).toBe(method))

it.each([
  '',
  '# Overview',
  'Method post-processing is described below.',
  'The method GET is safe.',
  '请求方式有 GET 和 POST 两种',
  '**请求方式：** GET/POST',
  '```http\nGET / HTTP/1.1\n```',
  '```endpoint\nhttps://example.com/x\n```',
  '```endpoint\nBREW /pot\n```',
  '```endpoint\nlogin /pot\n```',
  '{"info":{"url":"x","method":{}}}',
  '{"info":{"url":"x","method":"brew"}}',
  `${'x\n'.repeat(2000)}**请求方式：** GET`,
])('%j documents no call', (content) => expect(methodOf(content)).toBe(''))
