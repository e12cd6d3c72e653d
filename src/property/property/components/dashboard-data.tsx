/** Route of the tabs' layout, which knows who is signed in. */
export const DASHBOARD = 'showing/dashboard/pages/dashboard'

export type DashboardData = () => {
  account: { id: string; email: string; role: 'agent' | 'admin'; showingName: string } | null
}
