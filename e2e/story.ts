import { test } from 'vitest'
import { chromiumPath, openBrowser, pageSummary } from './browser.ts'
import { ADMIN, startProduct } from './product.ts'
import { type Site, siteOf } from './site.ts'

/**
 * A test with the fixtures of all stories. A worker starts one browser and one server for all its files. A story that changes shared
 * state (site settings, the first start) starts its own server.
 */
export const story = test
  .extend('chromium', { scope: 'worker' }, chromiumPath())
  /** The administrator of the shared server, created at its first start. */
  .extend('admin', { scope: 'worker' }, ADMIN)
  .extend('browser', { scope: 'worker' }, async ({ chromium }, { onCleanup }) => {
    const browser = await openBrowser(chromium)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('server', { scope: 'worker' }, async ({ admin }, { onCleanup }) => {
    const server = await startProduct(admin)
    onCleanup(async () => void (await server.stop()))
    return server
  })
  /** The shared server, where each story creates its own users and items. */
  .extend('site', { scope: 'file' }, async ({ browser, server }, { onCleanup }) => {
    const site = siteOf(browser, server)
    onCleanup(site.closeContexts)
    return site
  })
  /** Starts a server for this file; it is stopped after the file. */
  .extend('start', { scope: 'file' }, async ({ browser }, { onCleanup }) => {
    const sites: Site[] = []
    onCleanup(async () => {
      for (const site of sites) {
        await site.closeContexts()
        await site.stop()
      }
    })
    return async (settings?: Record<string, string>) => {
      const site = siteOf(browser, await startProduct(settings))
      sites.push(site)
      return site
    }
  })
  .extend('report', { auto: true }, async ({ browser, task }, { onCleanup }) => {
    onCleanup(async () => {
      if (task.result?.state !== 'fail') return
      for (const page of browser.contexts().flatMap((context) => context.pages())) console.error(await pageSummary(page))
    })
    return undefined
  })
