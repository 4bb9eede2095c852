import { authorizationServer, METADATA } from '../../auth/authorization-server.ts'
import type { Config } from '../../runtime/config.ts'
import { bad, type CheckTarget, type Finding, good, note } from './finding.ts'

const TIMEOUT_MS = 5000

/**
 * Below a base path, agents look for the descriptions of OAuth at the root of the host, which the proxy must pass on as well. Asks for
 * both through the public address.
 */
export async function checkDiscovery(config: Pick<Config, 'PUBLIC_URL'>): Promise<Finding[]> {
  const server = authorizationServer(config)
  if (!server || server.path === '') return []
  const wanted: [string, (described: Record<string, unknown>) => boolean][] = [
    [new URL(METADATA.server + server.path, server.issuer).href, ({ issuer }) => issuer === server.issuer],
    [server.resourceMetadata, ({ resource }) => resource === server.resource],
  ]
  const missing: string[] = []
  for (const [address, isRight] of wanted) {
    const described = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
      .then((reply) => reply.json() as Promise<Record<string, unknown>>)
      .catch(() => undefined)
    if (!described || !isRight(described)) missing.push(address)
  }
  if (missing.length === 0) return [good('Agents find the descriptions of OAuth.', '智能体可以找到 OAuth 的说明文件。')]
  return missing.map((address) =>
    bad(
      { en: `${address} does not reach this server, so agents cannot be connected.`, zh: `${address} 无法到达本服务端，智能体无法连接。` },
      { en: 'Pass this path on in the proxy (docs/operate.md).', zh: '请在代理中传递该路径（见 docs/operate.zh-CN.md）。' },
    ),
  )
}

/** Whether this server can fetch the descriptions of programs that an administrator has allowed. */
export async function checkDocuments({ config, db }: CheckTarget): Promise<Finding[]> {
  const setting = await db.selectFrom('site_config').select('value').where('name', '=', 'oauth_documents').executeTakeFirst()
  if (setting?.value !== '1' || config.OUTBOUND === 'on') return []
  return [
    note(
      {
        en: 'OUTBOUND is off, so programs that are described at an address cannot be connected.',
        zh: 'OUTBOUND 为 off，无法连接以网址标识的程序。',
      },
      { en: 'Remove OUTBOUND=off, or do not allow them in the site settings.', zh: '请去掉 OUTBOUND=off，或在站点设置中关闭此类程序。' },
    ),
  ]
}

/** Whether search engines find what the site lists: its address, and where robots.txt must be. */
export async function checkListing({ config: { PUBLIC_URL }, db }: CheckTarget): Promise<Finding> {
  const row = await db.selectFrom('site_config').select('value').where('name', '=', 'site_index').executeTakeFirst()
  if (row?.value !== '1') return good('Search engines are kept out.', '未向搜索引擎开放收录。')
  if (!PUBLIC_URL)
    return note(
      {
        en: 'Search engines are let in, but PUBLIC_URL is not set: nothing is listed, and robots.txt keeps them out.',
        zh: '已向搜索引擎开放收录，但未设置 PUBLIC_URL：不会收录任何内容，robots.txt 也会拒绝抓取。',
      },
      { en: 'Set PUBLIC_URL.', zh: '请设置 PUBLIC_URL。' },
    )
  const { origin, pathname } = new URL(PUBLIC_URL)
  if (pathname !== '/')
    return note(
      {
        en: `Search engines read ${origin}/robots.txt only, not ${PUBLIC_URL}/robots.txt.`,
        zh: `搜索引擎只读取 ${origin}/robots.txt，不读取 ${PUBLIC_URL}/robots.txt。`,
      },
      {
        en: 'Let the proxy answer the first address from the second one, or add its lines to the robots.txt of the host (docs/operate.md).',
        zh: '请在代理中将前者指向后者，或把其内容并入主机的 robots.txt（见 docs/operate.zh-CN.md）。',
      },
    )
  return good(
    `Search engines are let in: ${origin}/robots.txt names the sitemap.`,
    `已向搜索引擎开放收录，${origin}/robots.txt 中有站点地图地址。`,
  )
}
