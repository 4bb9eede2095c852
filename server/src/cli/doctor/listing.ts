import { type CheckTarget, type Finding, good, note } from './finding.ts'

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
