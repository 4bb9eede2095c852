import { Ellipsis, FilePlus, Info, Lock, Plus, Search, Trash2 } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../menu.tsx'
import { Popover } from '../popover.tsx'
import { toast } from '../toast.ts'

export function Buttons() {
  return (
    <div className="row" style={{ flexWrap: 'wrap' }}>
      <button type="button" className="btn primary">
        <Plus className="i" aria-hidden="true" />
        New page
      </button>
      <button type="button" className="btn">
        Import
      </button>
      <button type="button" className="btn quiet">
        Details
      </button>
      <button type="button" className="btn danger">
        Delete…
      </button>
      <button type="button" className="btn danger-fill">
        Delete the item
      </button>
      <button type="button" className="btn" disabled>
        Disabled
      </button>
      <button type="button" className="btn s">
        Small
      </button>
      <button type="button" className="btn l">
        Large
      </button>
      <IconButton name="Search" keys="Ctrl K">
        <Search className="i" aria-hidden="true" />
      </IconButton>
      <Menu
        label="More"
        align="start"
        button={(opener) => (
          <IconButton name="More" {...opener}>
            <Ellipsis className="i" aria-hidden="true" />
          </IconButton>
        )}
      >
        <MenuHead>This page</MenuHead>
        <MenuItem icon={<FilePlus className="i" />} end={<span className="kbd">N</span>} onSelect={() => toast('New page')}>
          New page
        </MenuItem>
        <MenuItem icon={<Lock className="i" />} disabled>
          Not possible now
        </MenuItem>
        <MenuRule />
        <MenuItem icon={<Trash2 className="i" />} bad>
          Delete…
        </MenuItem>
      </Menu>
      <Popover
        label="Share"
        button={(opener) => (
          <button type="button" className="btn" {...opener}>
            Popover
          </button>
        )}
      >
        <label className="label" htmlFor="design-link">
          Link
        </label>
        <input id="design-link" className="input" defaultValue="https://docs.example.com/orders" />
      </Popover>
    </div>
  )
}

export function Fields() {
  return (
    <div style={{ maxWidth: 360 }}>
      <label className="field">
        <span className="label">
          Item address<span className="opt">optional</span>
        </span>
        <input className="input err" defaultValue="order-api" />
        <span className="help err">
          <Info className="i" aria-hidden="true" />
          Letters and digits only: take out the hyphen.
        </span>
      </label>
      <label className="field">
        <span className="label">Description</span>
        <textarea className="input" rows={2} placeholder="What is in it, in one line" />
      </label>
      <label className="check">
        <input type="checkbox" defaultChecked /> Private
      </label>
      <label className="search" style={{ marginTop: 16 }}>
        <Search className="i" aria-hidden="true" />
        <input type="search" placeholder="Find an item" />
        <span className="kbd">/</span>
      </label>
    </div>
  )
}
