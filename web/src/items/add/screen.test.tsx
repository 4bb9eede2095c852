// @vitest-environment jsdom
import '../../test/browser.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../lib/api.ts'
import { answer, refuse, resetAnswers, sentRequests } from '../../test/answer.ts'
import { open } from '../../test/screen.tsx'
import type { Tile } from '../item-search.ts'
import { AddItemScreen } from './screen.tsx'

const tile = (item_id: string, item_name: string, more: Partial<Tile> = {}): Tile => ({
  item_id,
  item_name,
  uid: '1',
  item_domain: '',
  item_type: '1',
  last_update_time: '1760000000',
  item_description: 'Words',
  is_del: '0',
  is_archived: '0',
  creator: 1,
  is_private: 0,
  manage: 1,
  edit: 1,
  password: '',
  ...more,
})
const show = (tab: string) => open(<AddItemScreen />, `/item/add?tab=${tab}`)
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const added = () => sentRequests.filter((call) => call.path === 'item/add').map((call) => call.fields)

afterEach(() => {
  cleanup()
  resetAnswers()
})

describe('the tabs', () => {
  it('have their own addresses; an unknown one opens the first tab', () => {
    show('nonsense')
    expect(screen.getByRole('link', { name: 'New' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/item/add?tab=import')
    const tabs = within(screen.getByRole('navigation', { name: 'Ways to make an item' })).getAllByRole('link')
    expect(tabs.map((link) => link.textContent)).toEqual(['New', 'Copy', 'Import', 'Automatic'])
  })
})

describe('unsaved input', () => {
  /** Whether the browser would ask for confirmation before the window closes. */
  const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const question = () => screen.queryByRole('dialog', { name: 'Leave without saving?' })

  it('needs a confirmation before another tab or screen discards it', async () => {
    show('new')
    type('Name', 'Hosts')
    await waitFor(() => expect(isHeld()).toBe(true))
    fireEvent.click(screen.getByRole('link', { name: 'Copy' }))
    await waitFor(() => expect(question()).toBeTruthy())
    press('Stay here')
    await waitFor(() => expect(question()).toBeNull())
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Hosts')
    fireEvent.click(screen.getByRole('link', { name: 'Sheaf' }))
    await waitFor(() => expect(question()).toBeTruthy())
    press('Leave without saving')
    expect(await screen.findByText('now at /')).toBeVisible()
  })

  it('prevents the window from closing; empty fields do not', async () => {
    show('new')
    expect(isHeld()).toBe(false)
    type('Name', 'Hosts')
    await waitFor(() => expect(isHeld()).toBe(true))
    type('Name', '')
    await waitFor(() => expect(isHeld()).toBe(false))
    fireEvent.click(screen.getByRole('link', { name: 'Sheaf' }))
    expect(await screen.findByText('now at /')).toBeVisible()
  })

  it('is kept when the language changes', async () => {
    show('new')
    type('Name', 'Hosts')
    fireEvent.click(screen.getByRole('button', { name: '中文' }))
    expect((await screen.findByLabelText<HTMLInputElement>('名称')).value).toBe('Hosts')
    expect(document.documentElement.lang).toBe('zh-CN')
    expect(document.cookie).toContain('lang=zh')
    fireEvent.click(screen.getByRole('button', { name: 'English' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Hosts')
  })
})

describe('a new item', () => {
  beforeEach(() => answer(api.item.add, { item_id: '77' }))

  it('is created once and opened', async () => {
    show('new')
    fireEvent.click(screen.getByRole('radio', { name: /Single page/ }))
    type('Name', '  Hosts ')
    type(/Description/, 'All of them')
    press('Create item')
    fireEvent.click(screen.getByRole('button', { name: /Create item|Creating/ }))
    expect(await screen.findByText('now at /77')).toBeVisible()
    expect(added()).toHaveLength(1)
    expect(added()[0]).toMatchObject({ item_type: '2', item_name: 'Hosts', item_description: 'All of them', item_domain: '', password: '' })
    expect(added()[0]?.['request_id']).toMatch(/^[\w-]{8,64}$/)
  })

  it('is one with pages unless another kind is chosen', async () => {
    const kinds = [
      ['Pages', '1'],
      ['Single page', '2'],
      ['Spreadsheet', '4'],
    ] as const
    show('new')
    expect(screen.getByRole('radio', { name: /^Pages/ })).toBeChecked()
    for (const [name, item_type] of kinds) {
      cleanup()
      resetAnswers()
      answer(api.item.add, { item_id: '77' })
      show('new')
      fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }))
      type('Name', 'Hosts')
      press('Create item')
      expect(await screen.findByText('now at /77')).toBeVisible()
      expect(added()).toMatchObject([{ item_type }])
    }
  })

  it('needs a name', async () => {
    show('new')
    press('Create item')
    expect(await screen.findByText('Please enter a name')).toBeInTheDocument()
    expect(added()).toEqual([])
  })

  it('needs a password when private, and sends none when open again', async () => {
    show('new')
    type('Name', 'Hosts')
    fireEvent.click(screen.getByRole('radio', { name: /Private/ }))
    await screen.findByLabelText('Visit password')
    press('Create item')
    expect(await screen.findByText('Please set a password for private item')).toBeInTheDocument()
    expect(added()).toEqual([])
    type('Visit password', 'open sesame')
    fireEvent.click(screen.getByRole('radio', { name: /Open/ }))
    press('Create item')
    expect(await screen.findByText('now at /77')).toBeVisible()
    expect(added()[0]?.['password']).toBe('')
  })

  it('is private with a password and has its own address', async () => {
    show('new')
    type('Name', 'Hosts')
    type(/Personal domain/, 'hosts1')
    fireEvent.click(screen.getByRole('radio', { name: /Private/ }))
    await screen.findByLabelText('Visit password')
    type('Visit password', 'open sesame')
    press('Create item')
    expect(await screen.findByText('now at /hosts1')).toBeVisible()
    expect(added()[0]).toMatchObject({ password: 'open sesame', item_domain: 'hosts1' })
  })

  it.each([
    ['my-hosts', 'Personalized domain names can only be a combination of letters or numbers'],
    ['12345', 'A personal domain needs at least one letter'],
  ])('refuses the domain %s', async (domain, words) => {
    show('new')
    type('Name', 'Hosts')
    type(/Personal domain/, domain)
    press('Create item')
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(added()).toEqual([])
  })

  it('shows a domain conflict at its field and every other error above the button', async () => {
    refuse(api.item.add, 'domainTaken')
    show('new')
    type('Name', 'Hosts')
    type(/Personal domain/, 'hosts')
    press('Create item')
    const words = await screen.findByText('Personal domain name already exists')
    expect(words.className).not.toContain('line-note')
    refuse(api.item.add, 'tooMany', 'Too many requests')
    press('Create item')
    await waitFor(() => expect(screen.getByText('Too many requests').className).toContain('line-note'))
  })

  it('keeps its request_id after no response and gets a new one after a refusal', async () => {
    refuse(api.item.add, 'notFound', 'no')
    show('new')
    type('Name', 'Hosts')
    press('Create item')
    await screen.findByText('no')
    const plain = globalThis.fetch
    globalThis.fetch = async (...call) => {
      await plain(...call)
      throw new TypeError('offline')
    }
    press('Create item')
    await screen.findByText(/cannot be reached/)
    globalThis.fetch = plain
    answer(api.item.add, { item_id: '77' })
    press('Create item')
    expect(await screen.findByText('now at /77')).toBeVisible()
    const [first, second, third] = added().map((fields) => fields['request_id'])
    expect(second).not.toBe(first)
    expect(third).toBe(second)
  })
})

describe('a copy', () => {
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('combobox'))
    fireEvent.click(await screen.findByRole('option', { name }))
  }
  beforeEach(() => {
    answer(api.item.myList, [tile('7', 'Orders'), tile('8', 'Payroll', { is_private: 1 }), tile('9', 'Collector', { item_type: '3' })])
    answer(api.item.add, { item_id: '78' })
  })

  it('gets its name and description from its source', async () => {
    show('copy')
    await waitFor(() => expect(sentRequests.some((call) => call.path === 'item/myList')).toBe(true))
    await choose('Orders')
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Orders--copy')
    expect(screen.queryByText('Collector')).toBeNull()
    press('Copy item')
    expect(await screen.findByText('now at /78')).toBeVisible()
    expect(added()[0]).toMatchObject({ copy_item_id: '7', item_name: 'Orders--copy', item_description: 'Words', password: '' })
  })

  it('of a private item is private and needs its own password', async () => {
    show('copy')
    await choose('Payroll')
    await screen.findByLabelText('Visit password')
    press('Copy item')
    expect(await screen.findByText('Please set a password for private item')).toBeInTheDocument()
    expect(added()).toEqual([])
  })

  it('needs a source that the user can edit', async () => {
    show('copy')
    press('Copy item')
    expect(await screen.findByText('Please choose an item')).toBeInTheDocument()
    await choose('Orders')
    refuse(api.item.add, 'noPermission', 'no permission')
    press('Copy item')
    expect(await screen.findByText(/You can only read this item/)).toBeInTheDocument()
    expect(screen.queryByText('no permission')).toBeNull()
    // This error has the same number, but does not concern the source.
    refuse(api.item.add, 'crossSite', 'from another site')
    press('Copy item')
    expect(await screen.findByText('from another site')).toBeInTheDocument()
  })
})

describe('the help on the open API', () => {
  it('shows the address and all fields', () => {
    show('auto')
    expect(screen.getByText(/^curl/).textContent).toContain('/server/index.php?s=/api/item/updateByApi')
    for (const field of ['api_key', 'api_token', 'cat_name', 'page_title', 'page_content', 's_number'])
      expect(screen.getByText(field, { selector: 'dt' })).toBeVisible()
  })

  it('shows how to push from code and databases', () => {
    show('auto')
    expect(screen.getByText(/^npx --no-install sheaf-push comments src/).textContent).toContain("--key 'YOUR_KEY'")
  })

  it('copies the example', async () => {
    let copied = ''
    Object.defineProperty(navigator, 'clipboard', {
      value: {
        writeText: async (text: string) => {
          copied = text
        },
      },
      configurable: true,
    })
    show('auto')
    fireEvent.click(screen.getAllByRole('button', { name: 'Copy' })[1] as HTMLElement)
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(copied).toContain("'page_content@refund.md'")
  })
})
