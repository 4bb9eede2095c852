import { expect, it } from 'vitest'
import { createOrder, getUser, loginStored } from '../test/api-pages.ts'
import { methodOf } from './method.ts'

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
  ['# Create an order\n\nReserves the stock.\n\n```endpoint\nPOST /orders\n```\n\n## Request\n', 'POST'],
  ['## Request URL\n\n```endpoint\nPOST /orders\n```\n', 'POST'],
  ['Text.\n\n### A heading of the description\n\n```endpoint\nPOST /orders\n```\n\n## Query parameters\n', 'POST'],
  ['说明。\n\n### 描述中的标题\n\n```endpoint\nPOST /orders\n```\n\n## 请求体\n', 'POST'],
  ['```endpoint\nPOST /orders\nhttps://example.com/orders\n```\n', 'POST'],
  ['Lead.\n\n```json\n{"a": 1}\n```\n\n```endpoint\nPOST /orders\n```\n', 'POST'],
])('the method of %j is %s', (content, method) => expect(methodOf(content)).toBe(method))

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
  '# Writing\n\n## Endpoints\n\nA fence shows the method.\n\n```endpoint finished\nPOST https://example.com/v1/orders\n```\n\n## Code\n',
  '# Writing\n\n````markdown\n```endpoint\nPOST /orders\n```\n````\n',
  '~~~\n```endpoint\nPOST /orders\n```\n~~~\n',
  'All calls of this service:\n\n```endpoint\nGET /orders\nPOST /orders\n```\n',
  '模板示例：\n\n```\n**请求方式：**\n- POST\n```\n',
  '````\n##### 请求方式\n- POST\n````\n',
  '## 查询\n\n**请求方式：** GET\n\n## 创建\n\n**请求方式：** POST\n',
  `${'x\n'.repeat(2000)}**请求方式：** GET`,
])('%j documents no call', (content) => expect(methodOf(content)).toBe(''))
