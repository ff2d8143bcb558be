=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

=== index/macros.xml
<?xml version="1.0" encoding="utf-8"?>
<index>
  <entry name="ship_macro" value="extensions\ship_mod\assets\ship_macro"/>
  <entry name="gone*" value="extensions\ship_mod\gone"/>
  <entry name="ship_macro" value="extensions/other/a"/>
</index>

=== assets/ship_macro.xml
<macros>
  <macro name="ship_macro" class="ship_s">
    <component ref="ship"/>
  </macro>
</macros>

