import { expect, it } from 'vitest'
import { agentText, namesOf } from './user-agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`
const ANDROID = `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT}`
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`${WINDOWS} Chrome/98.0 Safari/537.36 wxwork/4.1.20 MicroMessenger/7.0.1 WindowsWechat`, 'WeCom, Windows'],
  [`${WINDOWS} Chrome/122.0 Safari/537.36 dingtalk-win/1.0.0 DingTalk(7.6.0-Release)`, 'DingTalk, Windows'],
  [`${ANDROID} Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.53`, 'WeChat, Android'],
  [`${ANDROID} Chrome/130.0 Mobile Safari/537.36 Lark/7.30 Feishu`, 'Feishu, Android'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari, iOS'],
  [`${IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome, iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (something new)', ''],
])('names browser and system of %s', (agent, text) => {
  expect([agentText(agent), namesOf(agent).is_program]).toEqual([text, false])
})

it.each([
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32.3', 'python-requests'],
  ['', ''],
  [`<b>${'x'.repeat(300)}`, ''],
])('shows the program %s by its own name', (agent, browser) => {
  expect(namesOf(agent)).toEqual({ browser, system: '', is_program: true })
})
