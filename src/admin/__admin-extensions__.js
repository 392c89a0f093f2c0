
      // Auto-generated index file for Medusa Admin UI extensions
    import WidgetComponent0, { config as WidgetConfig0 } from "/work/wt/journal/src/admin/widgets/link.tsx"
import WidgetComponent1, { config as WidgetConfig1 } from "/work/wt/journal/src/admin/widgets/order.tsx"
import WidgetComponent2, { config as WidgetConfig2 } from "/work/wt/journal/src/admin/widgets/region.tsx"

const widgetModule = { widgets: [
  {
    Component: WidgetComponent0,
    zone: ["order.details.side.after", "draft_order.details.side.after"],
    widgetId: "paycollect-link"
},
{
    Component: WidgetComponent1,
    zone: ["order.details.side.after"],
    widgetId: "paycollect-order"
},
{
    Component: WidgetComponent2,
    zone: ["region.details.after"],
    widgetId: "paycollect-region"
}
] }
    import RouteComponent0, { handle as handle0, config as HandleConfig0 } from "/work/wt/journal/src/admin/routes/paycollect/page.tsx"
import RouteComponent1, { handle as handle1, config as HandleConfig1 } from "/work/wt/journal/src/admin/routes/settings/paycollect/page.tsx"
import RouteComponent2, { handle as handle2, config as HandleConfig2 } from "/work/wt/journal/src/admin/routes/paycollect/fees/page.tsx"
import RouteComponent3, { handle as handle3, config as HandleConfig3 } from "/work/wt/journal/src/admin/routes/paycollect/health/page.tsx"
import RouteComponent4, { handle as handle4, config as HandleConfig4 } from "/work/wt/journal/src/admin/routes/paycollect/records/page.tsx"
import RouteComponent5, { handle as handle5, config as HandleConfig5 } from "/work/wt/journal/src/admin/routes/paycollect/takings/page.tsx"
import RouteComponent6, { handle as handle6 } from "/work/wt/journal/src/admin/routes/paycollect/payments/[id]/page.tsx"
import RouteComponent7, { handle as handle7 } from "/work/wt/journal/src/admin/routes/paycollect/records/customers/[id]/page.tsx"

const routeModule = { routes: [
    {
    Component: RouteComponent0,
    path: "/paycollect",
    handle: { label: HandleConfig0.label, translationNs: HandleConfig0.translationNs, ...handle0 }
  },
{
    Component: RouteComponent1,
    path: "/settings/paycollect",
    handle: { label: HandleConfig1.label, translationNs: HandleConfig1.translationNs, ...handle1 }
  },
{
    Component: RouteComponent2,
    path: "/paycollect/fees",
    handle: { label: HandleConfig2.label, translationNs: HandleConfig2.translationNs, ...handle2 }
  },
{
    Component: RouteComponent3,
    path: "/paycollect/health",
    handle: { label: HandleConfig3.label, translationNs: HandleConfig3.translationNs, ...handle3 }
  },
{
    Component: RouteComponent4,
    path: "/paycollect/records",
    handle: { label: HandleConfig4.label, translationNs: HandleConfig4.translationNs, ...handle4 }
  },
{
    Component: RouteComponent5,
    path: "/paycollect/takings",
    handle: { label: HandleConfig5.label, translationNs: HandleConfig5.translationNs, ...handle5 }
  },
{
    Component: RouteComponent6,
    path: "/paycollect/payments/:id",
    handle: handle6
  },
{
    Component: RouteComponent7,
    path: "/paycollect/records/customers/:id",
    handle: handle7
  }
]
 }
    import { config as RouteConfig0 } from "/work/wt/journal/src/admin/routes/paycollect/page.tsx"
import { config as RouteConfig1 } from "/work/wt/journal/src/admin/routes/paycollect/fees/page.tsx"
import { config as RouteConfig2 } from "/work/wt/journal/src/admin/routes/paycollect/health/page.tsx"
import { config as RouteConfig3 } from "/work/wt/journal/src/admin/routes/paycollect/records/page.tsx"
import { config as RouteConfig4 } from "/work/wt/journal/src/admin/routes/paycollect/takings/page.tsx"
import { config as RouteConfig5 } from "/work/wt/journal/src/admin/routes/settings/paycollect/page.tsx"

const menuItemModule = { menuItems: [
    {
    label: RouteConfig0.label,
    icon: RouteConfig0.icon,
    path: "/paycollect",
    nested: undefined,
    rank: undefined,
    translationNs: RouteConfig0.translationNs
  },
{
    label: RouteConfig1.label,
    icon: undefined,
    path: "/paycollect/fees",
    nested: undefined,
    rank: 1,
    translationNs: RouteConfig1.translationNs
  },
{
    label: RouteConfig2.label,
    icon: undefined,
    path: "/paycollect/health",
    nested: undefined,
    rank: 3,
    translationNs: RouteConfig2.translationNs
  },
{
    label: RouteConfig3.label,
    icon: undefined,
    path: "/paycollect/records",
    nested: undefined,
    rank: 2,
    translationNs: RouteConfig3.translationNs
  },
{
    label: RouteConfig4.label,
    icon: undefined,
    path: "/paycollect/takings",
    nested: undefined,
    rank: 0,
    translationNs: RouteConfig4.translationNs
  },
{
    label: RouteConfig5.label,
    icon: undefined,
    path: "/settings/paycollect",
    nested: undefined,
    rank: undefined,
    translationNs: RouteConfig5.translationNs
  }
]
 }
    

const formModule = { customFields: {
  
} }
    

const displayModule = { 
    displays: {
      
    }
   }
    import { deepMerge } from "@medusajs/admin-shared"
import i18nTranslations0 from "/work/wt/journal/src/admin/i18n/index.ts"

const i18nModule = { resources: i18nTranslations0 }
    

const cellRendererModule = {}
    

const layoutModule = { layouts: [
  
] }
    

const searchEntityModule = {}

    const plugin = {
      widgetModule,
      routeModule,
      menuItemModule,
      formModule,
      displayModule,
      i18nModule,
      cellRendererModule,
      layoutModule,
      searchEntityModule
    }

    export default plugin
    