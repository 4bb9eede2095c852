import type { Config } from '../../runtime/config.ts'
import { version } from '../../runtime/version.ts'
import { bad, type Finding, good, note } from './finding.ts'

export function checkVersions(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const what = { en: `Sheaf ${version}, Node ${process.versions.node}`, zh: `Sheaf ${version}，Node ${process.versions.node}` }
  if (major > 22 || (major === 22 && minor >= 14)) return good(what.en, what.zh)
  return bad(what, {
    en: 'Install Node 24, or use the one in node_modules/node.',
    zh: '请安装 Node 24，或使用 node_modules/node 中自带的版本。',
  })
}

/** Settings that are valid and still probably not what was meant. */
export function checkSettings({ PUBLIC_URL, TRUST_PROXY, SMTP_URL, HOST }: Config): Finding[] {
  const found = [good('The settings can be read.', '设置可以读取。')]
  if (!PUBLIC_URL?.startsWith('https:'))
    found.push(
      note(
        {
          en: 'PUBLIC_URL is not an https address: passwords and sessions travel in clear.',
          zh: 'PUBLIC_URL 不是 https 地址：密码与会话会明文传输。',
        },
        {
          en: 'Put a proxy with a certificate in front (docs/operate.md) and set PUBLIC_URL.',
          zh: '请在前面放置带证书的代理（见 docs/operate.zh-CN.md），并设置 PUBLIC_URL。',
        },
      ),
    )
  else if (!TRUST_PROXY)
    found.push(
      note(
        {
          en: 'TRUST_PROXY is not set: behind a proxy all visitors share their limits.',
          zh: '未设置 TRUST_PROXY：位于代理之后时，所有访客会共用同一个限额。',
        },
        { en: 'Set TRUST_PROXY=1 if one proxy is in front.', zh: '前面有一层代理时，请设置 TRUST_PROXY=1。' },
      ),
    )
  if (PUBLIC_URL?.startsWith('https:') && HOST === '0.0.0.0')
    found.push(
      note(
        { en: 'HOST=0.0.0.0: the server can be reached past the proxy.', zh: 'HOST=0.0.0.0：可以绕过代理直接访问服务端。' },
        { en: 'HOST=127.0.0.1 unless it runs in a container.', zh: '若不在容器中运行，请设置 HOST=127.0.0.1。' },
      ),
    )
  if (!SMTP_URL)
    found.push(
      note({ en: 'SMTP_URL is not set: nobody can ask for a new password by mail.', zh: '未设置 SMTP_URL：用户无法通过邮件找回密码。' }),
    )
  return found
}
