import { Ellipsis, FilePlus, Info, Lock, Plus, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuHead, MenuItem, MenuRule } from '../menu.tsx'
import { Empty, ErrorNote, Skeleton } from '../placeholder.tsx'
import { Popover } from '../popover.tsx'
import { toast } from '../toast.tsx'

function Buttons() {
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
      <button type="button" className="btn small">
        Small
      </button>
      <button type="button" className="btn large">
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

function Fields() {
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

const notes = {
  info: 'A draft from 16:21 was kept on this computer.',
  '': 'Emma Watts is editing this page.',
  bad: 'Not saved: no connection since 16:40.',
}

export function DesignParts() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="stack" style={{ gap: 20 }}>
      <h2 className="screen-title">Parts</h2>
      <Buttons />
      <div className="row" style={{ flexWrap: 'wrap' }}>
        <button type="button" className="btn" onClick={() => setOpen('dialog')}>
          Dialog
        </button>
        <button type="button" className="btn" onClick={() => setOpen('confirm')}>
          Confirmation
        </button>
        <button type="button" className="btn" onClick={() => toast('Link copied')}>
          Toast
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => toast('“Book a carrier” moved to the recycle bin', 'ok', { action: { text: 'Undo', run: () => {} } })}
        >
          Toast with undo
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => toast('The picture was not uploaded', 'bad', { detail: 'Use PNG, JPG, GIF, BMP or WebP.' })}
        >
          Error toast
        </button>
      </div>
      {open === 'dialog' && (
        <Dialog
          title="Rename “Orders”"
          onClose={close}
          onSubmit={close}
          actions={
            <button className="btn primary" type="submit">
              Rename
            </button>
          }
        >
          <label className="field">
            <span className="label">Name</span>
            <input className="input" defaultValue="Orders" />
          </label>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog title="Delete “Create an order”?" action="Delete the page" danger onConfirm={async () => {}} onClose={close}>
          It goes to the recycle bin and can be restored for 30 days.
        </ConfirmDialog>
      )}
      <Fields />
      {Object.entries(notes).map(([kind, text]) => (
        <div key={kind} className={`line-note ${kind}`}>
          <Info className="i" aria-hidden="true" />
          {text} <button type="button">Restore it</button>
        </div>
      ))}
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))', gap: 16 }}>
        <div className="card">
          <Empty
            title="No pages here yet"
            actions={
              <button className="btn primary" type="button">
                New page
              </button>
            }
          >
            Write the first one, or import what you have.
          </Empty>
        </div>
        <div className="card">
          <ErrorNote
            title="This page could not be loaded"
            error={new Error('The server did not answer within 20 seconds.')}
            onRetry={() => {}}
          />
        </div>
        <div className="card" style={{ padding: 24 }}>
          <Skeleton lines={6} />
        </div>
      </div>
    </section>
  )
}
