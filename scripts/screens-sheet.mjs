// Opens every dialog, panel and menu of a spreadsheet, each by the actions of a user.

const cells = '.fortune-sheet-overlay'

/** Clicks a cell; row and column start at 0. */
export async function cell(page, row, column, options = {}) {
  const box = await page.locator(cells).boundingBox()
  await page.mouse.click(box.x + 46 + column * 101 + 40, box.y + 25 + row * 26 + 12, options)
  // The grid takes the focus after a short delay.
  if (options.button !== 'right') await page.waitForFunction(() => document.activeElement?.matches('.luckysheet-cell-input'))
}

const openGrid = async (page) => {
  await page.locator(cells).waitFor()
  await cell(page, 1, 1)
}

/** Clicks a tool of the toolbar; in a narrow window it can be under More tools. */
async function tool(page, name) {
  const one = page.locator('.fortune-toolbar, .fortune-toolbar-more-container').getByRole('button', { name, exact: true })
  if (!(await one.first().isVisible()))
    await page
      .locator('.fortune-toolbar')
      .getByRole('button', { name: /^(More tools|更多工具)$/ })
      .click()
  await one.first().click()
}
const open = (name) => async (page) => {
  await openGrid(page)
  await tool(page, name)
}
const choose = (en, zh) => open(new RegExp(`^(${en}: choose|${zh}: 选择)$`))
const option = async (page, text) => page.locator('.fortune-toolbar-select-option').filter({ hasText: text }).first().click()

async function rule(page, group, name) {
  await choose('Conditional formatting', '条件格式')(page)
  await page.locator('.fortune-toolbar-select-option').filter({ hasText: group }).first().hover()
  await page.locator('.condition-format-item:visible').filter({ hasText: name }).first().click()
}

const format = (name) => async (page) => {
  await choose('Number format', '数字格式')(page)
  await page
    .locator('.fortune-toolbar-select-option')
    .filter({ hasText: /^(Custom formats|自定义格式)/ })
    .hover()
  await page.locator('.more-format .set-background-item:visible').filter({ hasText: name }).click()
}

const tab = async (page) => page.locator('.luckysheet-sheets-item-active').click({ button: 'right' })

export const sheetPanels = {
  validation: open(/^(Data validation|数据验证)$/),
  'validation-number': async (page) => {
    await sheetPanels.validation(page)
    await page.locator('.data-verification-type-select').first().selectOption('number')
    await page.locator('#hintShow').check()
  },
  'validation-cells': async (page) => {
    await sheetPanels.validation(page)
    await page.locator('.data-verification-range .icon').first().click()
  },
  'rule-greater': (page) => rule(page, /Highlight|突出/, /^(Greater|大于)/),
  'rule-between': (page) => rule(page, /Highlight|突出/, /^(Between|介于)/),
  'rule-top': (page) => rule(page, /Top and|最前/, /^(Top 10|前 10 项)/),
  find: open(/^(Find and replace|查找和替换)$/),
  replace: async (page) => {
    await sheetPanels.find(page)
    await page.locator('#replaceTab').click()
  },
  'find-nothing': async (page) => {
    await sheetPanels.find(page)
    await page.locator('#searchInput input').fill('nowhere')
    await page.locator('#searchNextBtn').click()
  },
  link: open(/^(Link|链接)$/),
  functions: async (page) => {
    await choose('Sum', '求和')(page)
    await option(page, /All functions|全部函数/)
  },
  currency: format(/currenc|货币/),
  units: format(/Units|单位/),
  'menu-format': choose('Number format', '数字格式'),
  'menu-color': choose('Font color', '文本颜色'),
  'menu-fill': choose('Fill color', '背景色'),
  'menu-borders': choose('Borders', '边框'),
  'menu-borders-color': async (page) => {
    await choose('Borders', '边框')(page)
    await page.locator('.fortune-border-select-option').first().hover()
  },
  'menu-merge': choose('Merge cells', '合并单元格'),
  'menu-align': choose('Horizontal alignment', '水平对齐'),
  'menu-wrap': choose('Text wrapping', '文本换行'),
  'menu-rotation': choose('Text rotation', '文本旋转'),
  'menu-freeze': choose('Freeze', '冻结'),
  'menu-sort': choose('Sort and filter', '排序和筛选'),
  'menu-functions': choose('Sum', '求和'),
  'menu-rules': choose('Conditional formatting', '条件格式'),
  'menu-comment': choose('Comment', '批注'),
  'menu-font': choose('Font', '字体'),
  'menu-size': choose('Font size', '字号'),
  filter: async (page) => {
    await choose('Sort and filter', '排序和筛选')(page)
    await option(page, /Create|创建/)
    await page.locator('.luckysheet-filter-options').first().click()
  },
  sort: async (page) => {
    await sheetPanels['cell-menu'](page)
    await page
      .locator('.luckysheet-cols-menuitem')
      .filter({ hasText: /^(Sort…|排序…)$/ })
      .click()
  },
  'cell-menu': async (page) => {
    await openGrid(page)
    await cell(page, 2, 1, { button: 'right' })
  },
  'row-menu': async (page) => {
    await openGrid(page)
    await page.locator('.fortune-row-header').click({ button: 'right', position: { x: 20, y: 40 } })
  },
  'column-menu': async (page) => {
    await openGrid(page)
    await page.locator('.fortune-col-header').click({ button: 'right', position: { x: 60, y: 10 } })
  },
  'tab-menu': async (page) => {
    await openGrid(page)
    await tab(page)
  },
  'tab-color': async (page) => {
    await openGrid(page)
    await tab(page)
    await page
      .locator('.luckysheet-cols-menuitem')
      .filter({ hasText: /color|颜色/ })
      .hover()
  },
  'tab-delete': async (page) => {
    await openGrid(page)
    await tab(page)
    await page
      .locator('.luckysheet-cols-menuitem')
      .filter({ hasText: /^(Delete|删除)$/ })
      .click()
  },
  sheets: async (page) => {
    await openGrid(page)
    await page.locator('.luckysheet-sheets-m, .fortune-sheettab-button').nth(1).click()
  },
  zoom: async (page) => {
    await openGrid(page)
    await page.locator('.fortune-zoom-ratio-current').click()
  },
}
