=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

=== index/components.xml
<diff>
 <add sel="/index">
  <entry name="ship" value="extensions\ship_mod/ship"/>
 </add>
</diff>

=== ship.xml
<?xml version="1.0" encoding="utf-8"?>
<components>
  <component name="ship" class="ship_s">
    <source geometry="extensions\ship_mod\assets\ship_data"/>
    <connections>
    </connections>
  </component>
</components>

=== md/a.xml
<diff><append/><add/><replace sel='a'><source geometry='extensions/ship_mod/a'/></replace><remove sel='b'><component name='c'/></remove></diff>
