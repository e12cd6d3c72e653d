import { Page } from './page.tsx'
import * as t from './text/kit.ts'

/** What everyone else sees instead of an admin's page. */
export const AdminsOnly = () => <Page title={t.adminRequired()} intro={t.noAdmin()} />
