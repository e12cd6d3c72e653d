import { Page } from './page.tsx'
import * as t from './text/kit.ts'

/** Tells everyone else that a page is only for admins. */
export const AdminsOnly = () => <Page title={t.adminRequired()} intro={t.noAdmin()} />
