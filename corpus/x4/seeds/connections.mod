=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

=== ui.xml
<addon><environment type='menus'><file name='ui/a.lua'/><file name='ui/b.lua'/></environment></addon>
=== ui/a.lua

=== ext_02.cat

=== copy/content.xml
<content id='b'/>
=== ship.xml
<components><component name='ship'><connections><connection name='c' parent='hull'/></connections></component></components>
=== macros.xml
<macros><macro name='m'><component ref='ship'/><connections><connection ref='d'/></connections></macro></macros>
=== md/a.xml
<diff><add sel="//component[@name='other']"/></diff>
