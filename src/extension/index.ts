// Extension: the browser's own edges. Typed messages, badge, menus, commands, permissions, alarms,
// scripting. Knows no components.
